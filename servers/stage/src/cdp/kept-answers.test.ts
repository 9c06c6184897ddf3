import { describe, expect, it } from 'vitest';
import type { Channel } from './channel.ts';
import { CdpConnection } from './connection.ts';

/** A connection to an app that answers every call with the next text. */
const connectTo = (results: readonly string[]): CdpConnection => {
  const left = [...results];
  let answer = (_text: string): void => undefined;
  const channel: Channel = {
    send: (text) => {
      const { id, sessionId } = JSON.parse(text) as { id: number; sessionId: string };
      answer(`{"id":${id},"result":${left.shift() ?? 'null'},"sessionId":"${sessionId}"}`);
    },
    close: () => undefined,
    listen: (onMessage) => {
      answer = onMessage;
    },
  };
  return new CdpConnection(channel);
};

const ask = (connection: CdpConnection, session: string, keepsAnswer = true) =>
  connection.session(session).send('Page.getFrameTree', undefined, { keepsAnswer });

describe('answers that are kept', () => {
  it('are one object for the same text, and another for any other', async () => {
    const connection = connectTo(['{"a":1}', '{"a":1}', '{"a":2}', '{"a":1}']);
    const [first, second, third, fourth] = [
      await ask(connection, 'one'),
      await ask(connection, 'one'),
      await ask(connection, 'one'),
      await ask(connection, 'one'),
    ];
    expect(second).toBe(first);
    expect(third).toEqual({ a: 2 });
    expect(fourth).toEqual({ a: 1 });
    expect(fourth).not.toBe(first);
  });

  it('belong to one session, and to calls that ask for them', async () => {
    const connection = connectTo(['{"a":1}', '{"a":1}', '{"a":1}']);
    const first = await ask(connection, 'one');
    expect(await ask(connection, 'two')).not.toBe(first);
    expect(await ask(connection, 'one', false)).not.toBe(first);
  });
});
