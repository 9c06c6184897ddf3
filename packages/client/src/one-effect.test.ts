import { afterEach, describe, expect, it } from 'vitest';
import type { RecoveryOptions } from './calling/settings.ts';
import { recovering } from './recovering.ts';
import { connectKeyedServer, inTestTime } from './testing/keyed-server.ts';
import type { KeyedServerOptions } from './testing/keyed-server.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const pay = { name: 'pay', arguments: { amount: 5 } };

const open = async (server: KeyedServerOptions, options: RecoveryOptions = {}) => {
  const { client, effects, keys, close } = await connectKeyedServer(server);
  closing.push(close);
  return { client: recovering(client, { ...inTestTime, ...options }), effects, keys };
};

describe('a handler that outlives its time-out', () => {
  it.each([
    [4, true],
    [4, false],
    [1, true],
    [20, true],
    [20, false],
  ])('has one effect, and the caller learns of it (attempts: %s, retryable: %s)', async (attempts, retryable) => {
    const server = { timeoutMs: 500, effectAfterMs: 3_000, look: 'identifies', retryable } as const;
    const { client, effects, keys } = await open(server, { budget: { attempts } });
    const { end } = await client.recover(pay);
    // A second key would be a second effect, sooner or later.
    expect(new Set(keys).size).toBe(1);
    expect(['succeeded', 'verified']).toContain(end);
    expect(effects).toHaveLength(1);
  });

  it('is asked for until it ends where no look shows its effect', async () => {
    const { client, effects } = await open({ timeoutMs: 500, effectAfterMs: 8_000 }, { budget: { attempts: 1 } });
    expect((await client.recover(pay)).end).toBe('succeeded');
    expect(effects).toHaveLength(1);
  });

  it('leaves the call in doubt when the deadline comes first, and the next equal call gets its outcome', async () => {
    const { client, effects } = await open({ timeoutMs: 500, effectAfterMs: 8_000 }, { budget: { seconds: 4 } });
    expect(await client.recover(pay)).toMatchObject({ end: 'in_doubt', failure: { effect: 'unknown' } });
    let end = 'in_doubt';
    for (let calls = 0; calls < 9 && end === 'in_doubt'; calls += 1) ({ end } = await client.recover(pay));
    expect(end).toBe('succeeded');
    expect(effects).toHaveLength(1);
  });
});

describe('a client that stops waiting before the handler ends', () => {
  it('has one effect, and asks for its outcome with the key of the call', async () => {
    const { client, effects, keys } = await open({ effectAfterMs: 3_000 });
    const { end, steps } = await client.recover(pay, { timeout: 50 });
    expect(end).toBe('succeeded');
    expect(steps).toContainEqual(expect.objectContaining({ kind: 'failure', code: 'ANSWER_LOST' }));
    expect(effects).toHaveLength(1);
    expect(new Set(keys).size).toBe(1);
  });

  it('sends a write once to a server that ignores keys', async () => {
    const { client, effects, keys } = await open(
      { effectAfterMs: 500, announced: false },
      { budget: { attempts: 20 } },
    );
    expect((await client.recover(pay, { timeout: 20 })).end).toBe('in_doubt');
    expect(keys).toEqual([undefined]);
    await expect.poll(() => effects).toHaveLength(1);
  });
});

describe('a handler that dies before its effect', () => {
  const dies = { effectAfterMs: 3_000, diesAfterMs: 1_000, look: 'identifies' } as const;

  it('runs again under the same key where the server reopens it in time', async () => {
    const { client, effects, keys } = await open({ ...dies, reopensAfterMs: 6_000 }, { budget: { attempts: 2 } });
    expect((await client.recover(pay)).end).toBe('succeeded');
    expect(effects).toHaveLength(1);
    expect(new Set(keys).size).toBe(1);
  });

  it('stays in doubt where the server cannot reopen it, or not in time', async () => {
    const never = await open(dies, { budget: { attempts: 20 } });
    expect((await never.client.recover(pay)).end).toBe('in_doubt');
    const late = await open({ ...dies, reopensAfterMs: 3_600_000 }, { budget: { attempts: 20 } });
    expect((await late.client.recover(pay)).end).toBe('in_doubt');
    expect([never.effects, late.effects]).toEqual([[], []]);
    expect(new Set([...never.keys, ...late.keys]).size).toBe(2);
  });
});

it('does not go by a look that only resembles the effect', async () => {
  const server = { timeoutMs: 500, effectAfterMs: 3_000, look: 'resembles' } as const;
  const { client, effects } = await open(server);
  const { end, steps } = await client.recover(pay);
  expect(end).toBe('succeeded');
  expect(steps.filter(({ kind }) => kind === 'look')).toEqual([]);
  expect(steps).toContainEqual(expect.objectContaining({ kind: 'refuse', tool: 'find_payment' }));
  expect(effects).toHaveLength(1);
});
