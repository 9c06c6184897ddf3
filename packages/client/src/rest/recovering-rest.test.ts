import { dialectNames } from '@recourse/contract/dialects';
import { serveHttp } from '@recourse/server';
import { afterEach, describe, expect, it } from 'vitest';
import { parsePending } from '../calling/pending.ts';
import type { Question } from '../strategies/strategy.ts';
import { createLedger } from '../testing/ledger.ts';
import { everythingAllowed, recoverEverything } from '../testing/recover-everything.ts';
import { startLosingDoor } from '../testing/start-door.ts';
import { recoveringRest } from './recovering-rest.ts';
import type { RecoveringRestOptions } from './recovering-rest.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Dialect = (typeof dialectNames)[number];

/** A ledger behind the real REST door; both sides go by one clock, which sleeping moves on. */
const open = async (
  options: RecoveringRestOptions = {},
  { dialect, losing }: { readonly dialect?: Dialect; readonly losing?: string } = {},
) => {
  const ledger = createLedger(dialect ? { dialect } : {});
  const serving = await serveHttp(ledger.server, { port: 0 });
  closing.push(() => serving.close());
  const base = serving.url.replace(/\/mcp$/, '');
  const proxy = losing === undefined ? undefined : await startLosingDoor(base, losing);
  if (proxy) closing.push(() => proxy.close());
  const slept: number[] = [];
  const client = recoveringRest(`${proxy?.url ?? base}/ledger`, {
    now: ledger.clock.now,
    sleep: (ms) => {
      slept.push(ms);
      ledger.clock.advance(ms);
      return Promise.resolve();
    },
    ...options,
  });
  closing.push(() => client.close());
  return { ...ledger, client, base, slept };
};

describe.each(dialectNames)('a REST door of a server that speaks %s', (dialect) => {
  it('is retried while it is busy, waited for, confirmed, verified, corrected and prepared', async () => {
    const { client, ...ledger } = await open(everythingAllowed, { dialect });
    await recoverEverything(client, ledger);
  });
});

describe('a REST door', () => {
  it('gives a success as the result that MCP would give', async () => {
    const { client } = await open();
    const result = await client.callTool({ name: 'pay', arguments: { amount: 1 } });
    expect(result).toMatchObject({ structuredContent: { ok: true, paid: 1 }, content: [{ type: 'text' }] });
    expect(client.explain(result)).toContain('succeeded');
  });

  it('lists its tools', async () => {
    const { client } = await open();
    const { tools } = await client.listTools();
    expect(tools).toContainEqual(expect.objectContaining({ name: 'pay', inputSchema: expect.anything() as object }));
  });

  it.each([1, 2, 4])('gets a suspended call from another client, once, with %i attempts in all', async (attempts) => {
    const { client, base, clock, done } = await open();
    const call = { name: 'close_account', arguments: { name: 'Ada' } };
    const { end, pending } = await client.recover(call, { suspend: true, budget: { attempts } });
    expect(end).toBe('needs_person');
    expect(JSON.stringify(pending)).not.toContain('token');
    expect(done).toEqual([]);
    for (let time = 0; time < 2; time += 1) {
      const other = recoveringRest(`${base}/ledger`, { now: clock.now });
      closing.push(() => other.close());
      const stored = parsePending(JSON.parse(JSON.stringify(pending)));
      expect((await other.resume(stored, true)).end).toBe('succeeded');
    }
    expect(done).toEqual(['close Ada']);
  });

  it('is waited for as long as its limit says', async () => {
    const { client, slept } = await open({ random: () => 0 });
    await client.callTool({ name: 'rate' });
    const { end } = await client.recover({ name: 'rate' });
    expect(end).toBe('succeeded');
    expect(slept).toEqual([20_000]);
  });

  it('is not waited for past the deadline', async () => {
    const { client, slept } = await open({ budget: { seconds: 10 } });
    await client.callTool({ name: 'rate' });
    expect(await client.recover({ name: 'rate' })).toMatchObject({
      end: 'gave_up_deadline',
      failure: { code: 'RATE_LIMIT_QUOTA_EXHAUSTED' },
    });
    expect(slept).toEqual([]);
  });

  it.each([true, false])('asks for a confirmation, and the answer is %s', async (yes) => {
    const asked: Question[] = [];
    const confirm = (question: Question): boolean => {
      asked.push(question);
      return yes;
    };
    const { client, done } = await open({ confirm });
    const recovered = await client.recover({ name: 'close_account', arguments: { name: 'old' } });
    expect(recovered.end).toBe(yes ? 'succeeded' : 'denied');
    expect(asked).toMatchObject([
      { tool: 'close_account', arguments: { name: 'old' }, message: 'Close old?', danger: 'destructive' },
    ]);
    expect(done).toEqual(yes ? ['close old'] : []);
    if (!yes) expect(JSON.stringify(recovered.result)).not.toContain('confirmation_token');
  });

  it('hands the question over if there is no one to ask', async () => {
    const { client, done } = await open();
    expect(await client.recover({ name: 'close_account', arguments: { name: 'old' } })).toMatchObject({
      end: 'handed_over',
      failure: { code: 'CONFIRMATION_REQUIRED' },
    });
    expect(done).toEqual([]);
  });

  it('gives an answer that was lost after the effect again, by the key, and nothing happens twice', async () => {
    const { client, done } = await open({}, { losing: 'pay' });
    const result = await client.callTool({ name: 'pay', arguments: { amount: 7 } });
    expect(result).toMatchObject({ structuredContent: { ok: true, paid: 7 } });
    expect(client.explain(result)).toContain('ANSWER_LOST');
    expect(done).toEqual(['pay 7 euro']);
  });

  it('lets a stored failure be looked into instead of asked for again', async () => {
    const { client, done, faults } = await open({}, { losing: 'pay' });
    faults.push('timeout_after');
    expect(await client.recover({ name: 'pay', arguments: { amount: 7 } })).toMatchObject({ end: 'verified' });
    expect(done).toEqual(['pay 7 euro']);
  });

  it('names the nearest tool for a name that no tool has', async () => {
    const { client } = await open();
    expect(await client.recover({ name: 'pai', arguments: { amount: 1 } })).toMatchObject({
      end: 'handed_over',
      failure: { code: 'NOT_FOUND_OPERATION', similar: [{ ref: 'pay' }] },
    });
  });

  it('gets the key that it wants, and a wrong one is a matter for a person', async () => {
    const { client } = await open({ key: 'nobodys' });
    const { end, failure } = await client.recover({ name: 'pay', arguments: { amount: 1 } });
    expect(end).toBe('needs_person');
    expect(JSON.stringify(failure)).not.toContain('nobodys');
  });

  it('is not called again once the caller has cancelled it', async () => {
    const { client, done } = await open();
    expect(
      await client.recover({ name: 'pay', arguments: { amount: 1 } }, { signal: AbortSignal.abort() }),
    ).toMatchObject({ end: 'cancelled' });
    expect(done).toEqual([]);
  });
});

describe('an address', () => {
  it.each(['ftp://x/y', 'x', 'http://u:secret@x/y', 'http://x/y?z=1', 'http://x/y#z'])(
    'such as %s is refused',
    (given) => {
      expect(() => recoveringRest(given)).toThrow(TypeError);
      expect(() => recoveringRest(given)).not.toThrow(/secret/);
    },
  );

  it('with a key of several lines is refused without saying it', () => {
    expect(() => recoveringRest('http://127.0.0.1:1/x', { key: 'se\r\ncret' })).toThrow(
      'A key must have 1 to 8192 printable ASCII characters',
    );
  });

  it.each(['', '.', '..', '\ud800', 'Ω'.repeat(100)])('has no tool %j, and nothing is sent', async (name) => {
    const client = recoveringRest('http://127.0.0.1:1/x', { budget: { attempts: 1 } });
    expect(await client.recover({ name })).toMatchObject({
      end: 'handed_over',
      failure: { code: 'PROTOCOL_REFUSED', effect: 'none' },
    });
  });
});
