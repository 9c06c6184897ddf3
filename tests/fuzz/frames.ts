import fc from 'fast-check';
import { anyValue, write } from './json-text.ts';
import { notification, request, response } from './messages.ts';
import type { Message } from './messages.ts';

/** Longer than either door takes, in bytes. */
export const longest = 16 * 1024;

const text = (frame: fc.Arbitrary<string>): fc.Arbitrary<Buffer> => frame.map((written) => Buffer.from(written));

const valid = fc.oneof({ weight: 6, arbitrary: request }, notification, response);

const keys = [
  'jsonrpc',
  'id',
  'method',
  'params',
  'name',
  'arguments',
  'uri',
  'task',
  'requestState',
  '_meta',
  'progressToken',
  'io.modelcontextprotocol/protocolVersion',
  'io.modelcontextprotocol/clientCapabilities',
  'io.modelcontextprotocol/related-task',
  'unknown',
];

/** One member, at some depth, is another than it should be, or missing. */
const misfit = fc
  .record({
    message: valid,
    where: fc.constantFrom([], [], ['params'], ['params', '_meta'], ['params', 'arguments']),
    key: fc.constantFrom(...keys),
    value: fc.option(anyValue, { nil: undefined }),
  })
  .map(({ message, where, key, value }) => write(put(message, where, key, value)));

const put = (message: Message, [first, ...others]: readonly string[], key: string, value: unknown): Message => {
  if (first === undefined) return { ...message, [key]: value };
  const inner = message[first];
  return { ...message, [first]: put(typeof inner === 'object' ? (inner as Message) : {}, others, key, value) };
};

/** Members that are there twice, or that reach for the prototype, before the others or behind them. */
const smuggled = fc
  .record({
    message: valid.map(write),
    key: fc.constantFrom('id', 'method', 'params', 'jsonrpc', '__proto__', 'constructor', 'toString'),
    value: anyValue,
    first: fc.boolean(),
  })
  .map(({ message, key, value, first }) =>
    first ? `{"${key}":${value.text},${message.slice(1)}` : `${message.slice(0, -1)},"${key}":${value.text}}`,
  );

/** Bytes that are not valid UTF-8, end a line, or end a string. */
const sequences = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf8, 0x88], [0x0a], [0x0d, 0x0a], [0x00], [0x22]].map(
  (bytes) => Uint8Array.from(bytes),
);

/** Bytes that were changed on the way. */
const damaged = fc
  .record({
    frame: valid.map(write),
    at: fc.nat(),
    removed: fc.nat(3),
    added: fc.oneof(fc.uint8Array({ maxLength: 3 }), fc.constantFrom(...sequences)),
  })
  .map(({ frame, at, removed, added }) => {
    const bytes = Buffer.from(frame);
    const from = at % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, from), added, bytes.subarray(from + removed)]);
  });

const cutOff = fc
  .record({ frame: valid.map(write), at: fc.nat() })
  .map(({ frame, at }) => frame.slice(0, at % frame.length));

const batch = fc
  .array(fc.oneof({ weight: 3, arbitrary: valid.map(write) }, misfit, anyValue.map(write)), { maxLength: 4 })
  .map((messages) => `[${messages.join(',')}]`);

const tooLong = fc
  .record({ message: request, excess: fc.nat(2 * longest) })
  .map(({ message: { id, ...others }, excess }) => write({ ...others, padding: 'x'.repeat(longest + excess), id }));

/** A valid message, or invalid input in its place. */
export const frame: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 8, arbitrary: text(valid.map(write)) },
  { weight: 6, arbitrary: text(misfit) },
  { weight: 3, arbitrary: text(smuggled) },
  { weight: 4, arbitrary: damaged },
  { weight: 1, arbitrary: text(cutOff) },
  { weight: 1, arbitrary: text(batch) },
  { weight: 1, arbitrary: text(tooLong) },
  { weight: 1, arbitrary: text(anyValue.map(write)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
);

/** Where to cut what is sent, as fractions of its length. */
export const cuts: fc.Arbitrary<readonly number[]> = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
  maxLength: 6,
});

/** The same bytes in pieces. */
export const cutUp = (bytes: Buffer, at: readonly number[]): readonly Buffer[] => {
  const places = [0, ...at.map((fraction) => Math.floor(fraction * bytes.length)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
};
