import { exitCodes } from './command.ts';
import type { Io } from './command.ts';

/** The terminal or pipes of this process. */
export const processIo = (): Io => {
  const { stdout, stderr, env } = process;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader such as `head` that has seen enough closes the pipe; that is no failure of ours.
      if (error.code === 'EPIPE') process.exit();
      if (stream === stdout) stderr.write(`recourse: Cannot write the result: ${error.message}\n`);
      process.exit(exitCodes.usage);
    });
  }
  return {
    out: (text) => void stdout.write(asLines(text)),
    err: (text) => void stderr.write(asLines(text)),
    cwd: process.cwd(),
    colours: stdout.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    ...(stdout.isTTY && { columns: stdout.columns }),
    environment: env,
  };
};

const asLines = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
