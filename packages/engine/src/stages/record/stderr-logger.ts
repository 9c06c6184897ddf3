import type { Logger } from './logger.ts';

/** The part of a stream that the logger needs. */
export interface LogStream {
  write(text: string): unknown;
  on?(event: 'error', listener: () => void): unknown;
}

/** Writes each line as JSON to stderr. Never to stdout, which belongs to the protocol. */
export const createStderrLogger = (stream: LogStream = process.stderr): Logger => {
  // Without a listener, a reader that has gone away would end the process.
  stream.on?.('error', () => undefined);
  return {
    log: (line) => {
      stream.write(`${JSON.stringify(line)}\n`);
    },
  };
};
