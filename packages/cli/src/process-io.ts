import { isatty } from 'node:tty';
import type { Io } from './command.ts';
import { describeBug, describeOperatorError, errorText } from './errors/describe-error.ts';
import { OperatorError } from './errors/operator-error.ts';
import { cannot } from './errors/system-error.ts';

/** The terminal or pipes of this process. */
export const processIo = (): Io => {
  const { stdout, stderr, env } = process;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader such as `head` closes the pipe early; that is not an error.
      if (error.code === 'EPIPE') process.exit();
      const known = cannot('write the result', error);
      const told = known instanceof OperatorError ? describeOperatorError(known) : describeBug(error);
      if (stream === stdout) stderr.write(`${errorText(told)}\n`);
      process.exit(told.exit);
    });
  }
  return {
    out: (text) => void stdout.write(asLines(text)),
    err: (text) => void stderr.write(asLines(text)),
    // Read when it is used: it fails where the folder was removed, which is then told as any other error.
    get cwd() {
      return process.cwd();
    },
    colours: stdout.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    ...(stdout.isTTY && { columns: stdout.columns }),
    environment: env,
    input: () => process.stdin,
    // Only a person may answer, not a file or a pipe.
    ...(isatty(0) &&
      isatty(2) && {
        ask: async (question, signal) => (await import('./terminal/ask-line.ts')).askLine(question, signal),
      }),
  };
};

const asLines = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
