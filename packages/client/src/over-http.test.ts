import { dialectNames } from '@recourse/contract/dialects';
import { serveHttp } from '@recourse/server';
import { dialClient } from '@recourse/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import type { RecoveryOptions } from './calling/settings.ts';
import { answerElicitation } from './elicitation.ts';
import { recovering } from './recovering.ts';
import type { Question } from './strategies/strategy.ts';
import { createLedger } from './testing/ledger.ts';
import { everythingAllowed, recoverEverything } from './testing/recover-everything.ts';
import { startLosingDoor } from './testing/start-door.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Dialect = (typeof dialectNames)[number];
type Protocol = 'session' | '2026-07-28';

/** A ledger over real HTTP, with the official client wrapped; both go by one clock, which sleeping moves on. */
const open = async (
  options: RecoveryOptions = {},
  more: {
    readonly dialect?: Dialect;
    readonly protocol?: Protocol;
    readonly ask?: (question: Question) => boolean;
    /** The first answer to a call of this tool is lost. */
    readonly losing?: string;
  } = {},
) => {
  const ledger = createLedger(more.dialect ? { dialect: more.dialect } : {});
  const serving = await serveHttp(ledger.server, { port: 0 });
  closing.push(() => serving.close());
  const { ask, protocol, losing } = more;
  const proxy = losing === undefined ? undefined : await startLosingDoor(serving.url, losing);
  if (proxy) closing.push(() => proxy.close());
  const url = proxy ? `${proxy.url}${new URL(serving.url).pathname}` : serving.url;
  const linked = await dialClient(url, {
    ...(protocol && { protocol }),
    ...(ask && { elicit: (params) => answerElicitation(ask)({ params: { ...params, mode: 'form' } }) }),
  });
  closing.push(() => linked.close());
  const client = recovering(linked.client, {
    now: ledger.clock.now,
    sleep: (ms) => {
      ledger.clock.advance(ms);
      return Promise.resolve();
    },
    ...options,
  });
  return { ...ledger, client };
};

describe.each(dialectNames)('a server over HTTP that speaks %s', (dialect) => {
  it('is retried while it is busy, waited for, confirmed, verified, corrected and prepared', async () => {
    const { client, ...ledger } = await open(everythingAllowed, { dialect });
    await recoverEverything(client, ledger);
  });
});

describe.each(['session', '2026-07-28'] as const)('a confirmation over HTTP, %s', (protocol) => {
  it.each([true, false])('goes by the token where the client shows no dialogue, and the answer is %s', async (yes) => {
    const asked: Question[] = [];
    const confirm = (question: Question): boolean => {
      asked.push(question);
      return yes;
    };
    const { client, done } = await open({ confirm }, { protocol });
    const recovered = await client.recover({ name: 'close_account', arguments: { name: 'old' } });
    expect(recovered.end).toBe(yes ? 'succeeded' : 'denied');
    expect(asked).toMatchObject([
      { message: 'Close old?', reasons: ['It cannot be opened again'], danger: 'destructive' },
    ]);
    expect(done).toEqual(yes ? ['close old'] : []);
  });

  it.each([true, false])('goes by the dialogue where it shows one, and the answer is %s', async (yes) => {
    const asked: Question[] = [];
    const ask = (question: Question): boolean => {
      asked.push(question);
      return yes;
    };
    const { client, done } = await open({}, { protocol, ask });
    const recovered = await client.recover({ name: 'close_account', arguments: { name: 'old' } });
    expect(recovered.end).toBe(yes ? 'succeeded' : 'denied');
    expect(asked).toMatchObject([{ message: 'Close old?', reasons: ['It cannot be opened again'] }]);
    expect(done).toEqual(yes ? ['close old'] : []);
  });
});

describe.each(['session', '2026-07-28'] as const)('an answer that is lost over HTTP, %s', (protocol) => {
  it('after the effect is had again by the key, and nothing happens twice', async () => {
    const { client, done } = await open({}, { protocol, losing: 'pay' });
    const result = await client.callTool({ name: 'pay', arguments: { amount: 7 } });
    expect(result).toMatchObject({ structuredContent: { ok: true, paid: 7 } });
    expect(client.explain(result)).toContain('ANSWER_LOST');
    expect(done).toEqual(['pay 7 euro']);
  });
});
