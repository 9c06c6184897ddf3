import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dialectNames } from '@recourse/contract/dialects';
import { serveHttp } from '@recourse/server';
import { dialClient } from '@recourse/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import type { RecoveryOptions } from './calling/settings.ts';
import { answerElicitation } from './elicitation.ts';
import { recovering } from './recovering.ts';
import type { Question } from './strategies/strategy.ts';
import { createLedger } from './testing/ledger.ts';

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
    readonly proxy?: (url: string) => Promise<string>;
  } = {},
) => {
  const ledger = createLedger(more.dialect ? { dialect: more.dialect } : {});
  const serving = await serveHttp(ledger.server, { port: 0 });
  closing.push(() => serving.close());
  const url = more.proxy ? await more.proxy(serving.url) : serving.url;
  const { ask, protocol } = more;
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
    const options = { confirm: () => true, allow: ['open_account'], budget: { attempts: 5 } };
    const { client, done, faults } = await open(options, { dialect });
    const ends = async (name: string, args: object = {}) =>
      (await client.recover({ name, arguments: { ...args } })).end;

    faults.push('busy', 'busy');
    expect(await ends('pay', { amount: 1 })).toBe('succeeded');
    expect(await ends('rate')).toBe('succeeded');
    expect(await ends('rate')).toBe('succeeded');
    expect(await ends('close_account', { name: 'old' })).toBe('succeeded');
    expect(await ends('remind')).toBe('succeeded');
    expect(await ends('remind')).toBe('succeeded');
    faults.push('timeout_after');
    expect(await ends('pay', { amount: 2 })).toBe('verified');
    faults.push('timeout_before');
    expect(await ends('pay', { amount: 3 })).toBe('succeeded');
    expect(await ends('pay', { amuont: '4', currency: 'frank' })).toBe('succeeded');
    expect(await ends('pay', { amount: 'four' })).toBe('handed_over');
    expect(await ends('deposit', { name: 'new' })).toBe('succeeded');
    expect(await ends('audit')).toBe('needs_person');
    faults.push('broken');
    expect(await ends('pay', { amount: 5 })).toBe('needs_person');
    expect(done).toEqual([
      'pay 1 euro',
      'close old',
      'remind',
      'remind',
      'pay 2 euro',
      'pay 3 euro',
      'pay 4 franc',
      'open new',
      'deposit new',
    ]);
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
    const { client, done } = await open({}, { protocol, proxy: losing('pay') });
    const result = await client.callTool({ name: 'pay', arguments: { amount: 7 } });
    expect(result).toMatchObject({ structuredContent: { ok: true, paid: 7 } });
    expect(client.explain(result)).toContain('ANSWER_LOST');
    expect(done).toEqual(['pay 7 euro']);
  });
});

/** A proxy that hands every request on, and hangs up instead of giving the first answer to a call of the tool back. */
const losing =
  (tool: string) =>
  async (url: string): Promise<string> => {
    let lost = false;
    const proxy = createHttpServer((incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const body = Buffer.concat(chunks);
        const headers = { ...incoming.headers, host: new URL(url).host };
        const forwarded = httpRequest(url, { method: incoming.method, headers }, (answer) => {
          if (!lost && body.includes(`"name":"${tool}"`)) {
            lost = true;
            answer.resume();
            answer.on('end', () => outgoing.destroy());
            return;
          }
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        });
        forwarded.on('error', () => outgoing.destroy());
        forwarded.end(body);
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    closing.push(
      () =>
        new Promise((resolve) => {
          proxy.closeAllConnections();
          proxy.close(() => resolve());
        }),
    );
    return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${new URL(url).pathname}`;
  };
