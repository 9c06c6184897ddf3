import { Writable } from 'node:stream';

/**
 * Takes stdout for the protocol. One `console.log` in a handler would otherwise end up between two messages, and the
 * client could read neither.
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
