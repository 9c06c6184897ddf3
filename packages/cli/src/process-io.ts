import type { Io } from './command.ts';

/** The terminal or pipes of this process. */
export const processIo = (): Io => {
  const { stdout, stderr, env } = process;
  // A reader such as `head` that has seen enough closes the pipe; that is no failure of ours.
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit();
    });
  }
  return {
    out: (text) => void stdout.write(asLines(text)),
    err: (text) => void stderr.write(asLines(text)),
    cwd: process.cwd(),
    colours: stdout.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    ...(stdout.isTTY && { columns: stdout.columns }),
  };
};

const asLines = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
