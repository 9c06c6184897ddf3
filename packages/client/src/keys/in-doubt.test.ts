import { fail, succeed } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { createServerHealth } from '../health/server-health.ts';
import { idempotencyKeyMetaKey } from '../meta-keys.ts';
import { createScripted } from '../testing/scripted-client.ts';
import { keptMs } from './key-store.ts';
import { createMemoryKeys } from './memory-keys.ts';

const call = { name: 'pay', arguments: { amount: 5 } };

/** Two equal calls, one after the other: how each ended, and the keys of all that was sent. */
const twice = async (...[script, options]: Parameters<typeof createScripted>) => {
  const { client, sent } = createScripted(script, options);
  const ends = [(await client.recover(call)).end, (await client.recover(call)).end];
  return { ends, keys: sent.map(({ _meta: meta }) => meta?.[idempotencyKeyMetaKey]) };
};

describe('an equal call after one with an unknown effect', () => {
  it('goes out with the same key, though the server has answered', async () => {
    const timedOut = fail('UPSTREAM_TIMEOUT', {}, { effect: 'unknown', retryable: false });
    const { ends, keys } = await twice([timedOut]);
    expect(ends).toEqual(['in_doubt', 'in_doubt']);
    expect(new Set(keys)).toEqual(new Set(['key-1']));
  });

  it.each([
    ['the time of the first was spent', fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'unknown' })],
    ['a person must be informed', fail('INTERNAL_ERROR', {}, { effect: 'unknown' })],
  ])('does so too where %s', async (_, failure) => {
    const { ends, keys } = await twice([failure], { budget: { attempts: 1 } });
    expect(ends).toEqual(['in_doubt', 'in_doubt']);
    expect(new Set(keys)).toEqual(new Set(['key-1']));
  });

  it('has a key of its own where the first is known to have done nothing', async () => {
    const none = await twice([fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' })], { budget: { attempts: 1 } });
    expect(none.keys).toEqual(['key-1', 'key-2']);
  });

  it('is in doubt too where it cannot be sent, and keeps the key', async () => {
    const health = createServerHealth({ faults: 1, openMs: 3_600_000 });
    const lost = { thrown: Object.assign(new Error('gone'), { code: 'REQUEST_TIMEOUT' }) };
    const keys = createMemoryKeys();
    const first = createScripted([lost], { keys, health, budget: { seconds: 0.1 } });
    expect((await first.client.recover(call)).end).toBe('in_doubt');
    expect(await first.client.recover(call)).toMatchObject({
      end: 'in_doubt',
      calls: 0,
      failure: { effect: 'unknown' },
    });
    const second = createScripted([succeed({})], { keys, createKey: () => 'another' });
    await second.client.recover(call);
    expect(second.sent[0]?._meta?.[idempotencyKeyMetaKey]).toBe('key-1');
  });

  it('is not sent where the key is too old to ask with', async () => {
    const timedOut = fail('UPSTREAM_TIMEOUT', {}, { effect: 'unknown', retryable: false });
    const { client, sent, clock } = createScripted([timedOut]);
    await client.recover(call);
    clock.advance(keptMs);
    const before = sent.length;
    const late = await client.recover(call);
    expect(late).toMatchObject({ end: 'in_doubt', calls: 0, failure: { code: 'CONFLICT_OUTCOME_UNKNOWN' } });
    expect(sent).toHaveLength(before);
    // The caller has looked and decides for another effect.
    expect((await client.recover(call, { intent: 'decided' })).calls).toBeGreaterThan(0);
  });
});
