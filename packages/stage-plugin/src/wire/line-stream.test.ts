import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openLineStream } from './line-stream.ts';

const open = (longest = 1000, mostSentBytes = Infinity) => {
  const messages: unknown[] = [];
  const broken: string[] = [];
  const written: string[] = [];
  const stream = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _, done) => {
      written.push(String(chunk));
      done();
    },
  });
  const { send } = openLineStream(stream, longest, {
    onMessage: (message) => messages.push(message),
    onBroken: (reason) => broken.push(reason),
    mostSentBytes,
  });
  return { messages, broken, written, send, stream, receive: (chunk: Buffer) => stream.emit('data', chunk) };
};

describe('openLineStream', () => {
  it('reads the same messages regardless of how their bytes are split', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), fc.array(fc.nat(50)), (values, cuts) => {
        const { messages, receive } = open(1_000_000);
        let rest = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
        for (const cut of cuts) {
          receive(rest.subarray(0, cut));
          rest = rest.subarray(cut);
        }
        receive(rest);
        expect(messages).toEqual(JSON.parse(JSON.stringify(values)));
      }),
    );
  });

  it('writes one line for each message', () => {
    const { send, written } = open();
    send({ text: 'two\nlines' });
    expect(written).toEqual(['{"text":"two\\nlines"}\n']);
  });

  it('does not send a message that is too long', () => {
    const { send, written } = open(1000, 20);
    expect(send({ text: 'ä'.repeat(10) })).toBe(false);
    expect(send({ text: 'short' })).toBe(true);
    expect(written).toEqual(['{"text":"short"}\n']);
  });

  it('reads one chunk in each turn of the event loop', async () => {
    const { messages, stream } = open();
    for (let count = 0; count < 100; count += 1) stream.push(`${count}\n`);
    let turns = 0;
    while (messages.length < 100) {
      await setImmediate();
      turns += 1;
      expect(messages.length).toBeLessThanOrEqual(turns + 1);
    }
  });

  it.each([
    ['is not JSON', 'hello\n', 'it sent a message that is not JSON'],
    ['is too long', 'x'.repeat(1001), 'it sent a message of more than 1000 bytes'],
  ])('ends at a line that %s, and reads nothing after it', (_, text, reason) => {
    const { messages, broken, receive } = open();
    receive(Buffer.from(text));
    receive(Buffer.from('{"late":true}\n'));
    expect(broken).toEqual([reason]);
    expect(messages).toEqual([]);
  });
});
