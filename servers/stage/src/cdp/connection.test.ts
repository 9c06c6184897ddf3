import { describe, expect, it } from 'vitest';
import { CdpTargetGoneError } from './cdp-errors.ts';
import type { Channel } from './channel.ts';
import { CdpConnection } from './connection.ts';

/** A channel to a browser that answers nothing by itself. */
const silentBrowser = () => {
  const sent: string[] = [];
  let receive = (_text: string): void => undefined;
  const channel: Channel = {
    send: (text) => void sent.push(text),
    close: () => undefined,
    listen: (onMessage) => {
      receive = onMessage;
    },
  };
  const say = (method: string, params: object): void => receive(JSON.stringify({ method, params }));
  return { connection: new CdpConnection(channel), sent, say };
};

describe('CdpConnection', () => {
  it('ends the calls to a target that was closed, and sends no more to it', async () => {
    const { connection, sent, say } = silentBrowser();
    const [closed, open] = [connection.session('one'), connection.session('two')];
    const before = closed.send('Runtime.evaluate', { expression: '0' });
    say('Target.detachedFromTarget', { sessionId: 'one' });
    await expect(before).rejects.toMatchObject({ name: 'CdpTargetGoneError', reason: 'closed' });
    await expect(closed.send('Runtime.evaluate', { expression: '0' })).rejects.toThrow(CdpTargetGoneError);
    void open.send('Runtime.evaluate', { expression: '0' });
    expect(sent.map((text) => (JSON.parse(text) as { sessionId: string }).sessionId)).toEqual(['one', 'two']);
  });
});
