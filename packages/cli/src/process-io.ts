import { isatty } from 'node:tty';
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
    input: () => process.stdin,
    // A question that could be answered by a file or a pipe would be answered by nobody.
    ...(isatty(0) &&
      isatty(2) && {
        ask: async (question, signal) => (await import('./terminal/ask-line.ts')).askLine(question, signal),
      }),
  };
};

const asLines = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
