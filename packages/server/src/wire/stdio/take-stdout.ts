import { Writable } from 'node:stream';

/**
 * Reserves stdout for the protocol. Otherwise a `console.log` in a handler would end up between two messages and make
 * both unreadable.
 */
export const takeStdout = (): Writable => {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  // The error also reaches the callback of the write, and with it the transport.
  stdout.on('error', () => undefined);
  return new Writable({
    decodeStrings: false,
    write: (chunk: string, encoding, done) => void write(chunk, encoding, done),
  });
};
