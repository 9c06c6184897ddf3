import { fail } from '@recourse/contract';
import { createMemoryState } from '@recourse/engine/memory';
import { describe, expect, it } from 'vitest';
import { RunError } from '../failing.ts';
import type { EffectLook } from '../pipeline/work-context.ts';
import { createEffectClaims } from './effect-claims.ts';
import type { EffectClaim, EffectClaims } from './effect-claims.ts';
import { effectKeyOf } from './effect-key.ts';
import { performOnce } from './perform-once.ts';

/** An effect on a clock that moves only while the engine waits. */
const world = (look: EffectLook<string>, more: Partial<EffectClaims> = {}) => {
  let now = Date.UTC(2026, 0, 1);
  const claims = { ...createEffectClaims(createMemoryState({ now: () => now }).admissions), ...more };
  const calls: string[] = [];
  const scope = { run_id: 'r', operation: 'page/publish/put', key: 'k', idempotent: 'idempotent' in look };
  const once = (effect: () => Promise<string>, signal = new AbortController().signal): Promise<string> =>
    performOnce({
      claims,
      scope,
      effect: ({ key }) => {
        calls.push(key);
        return effect();
      },
      look,
      signal,
      now: () => now,
      patienceMs: 60_000,
      pause: async (ms) => {
        now += ms;
        signal.throwIfAborted();
      },
      persist: (write) => write(),
    });
  return { once, calls, claims, scope };
};

const absent = { find: () => Promise.resolve(undefined), settlesWithinMs: 1000 };

/** A key whose effect took place and whose result could not be stored, or whose process is silent. */
const lost = (): Promise<EffectClaim> => {
  const at = Date.UTC(2026, 0, 1);
  const times = { started_at: at, last_heard_at: at, silent_since: at, now: at };
  return Promise.resolve({ state: 'lost', id: '7', ended: false, ...times });
};

describe('once', () => {
  it('returns what a look finds, also if the process of the effect is not proven dead', async () => {
    const { once, calls } = world({ find: () => Promise.resolve('found'), settlesWithinMs: 1000 }, { claim: lost });
    expect(await once(() => Promise.resolve('again'))).toBe('found');
    expect(calls).toEqual([]);
  });

  it('keeps looking for an effect whose process is not proven dead, and never repeats it', async () => {
    let looks = 0;
    const find = () => Promise.resolve((looks += 1) > 3 ? 'late' : undefined);
    const { once, calls } = world({ find, settlesWithinMs: 0 }, { claim: lost });
    expect(await once(() => Promise.resolve('again'))).toBe('late');
    expect(calls).toEqual([]);
    const never = world({ find: () => Promise.resolve(undefined), settlesWithinMs: 0 }, { claim: lost });
    await expect(never.once(() => Promise.resolve('again'))).rejects.toMatchObject({
      failure: { code: 'CONFLICT_OUTCOME_UNKNOWN' },
    });
    expect(never.calls).toEqual([]);
  });

  it('repeats an idempotent effect whose result could not be stored', async () => {
    const { once, calls } = world({ idempotent: true }, { claim: lost });
    expect(await once(() => Promise.resolve('again'))).toBe('again');
    expect(calls).toEqual(['k']);
  });

  it('returns the first result without performing the effect again', async () => {
    const { once, calls } = world(absent);
    expect(await once(() => Promise.resolve('first'))).toBe('first');
    expect(await once(() => Promise.resolve('second'))).toBe('first');
    expect(calls).toEqual(['k']);
  });

  it('performs an effect again that says it had none', async () => {
    const { once, calls } = world(absent);
    const refused = new RunError(fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' }));
    await expect(once(() => Promise.reject(refused))).rejects.toBe(refused);
    expect(await once(() => Promise.resolve('second'))).toBe('second');
    expect(calls).toHaveLength(2);
  });

  it('looks before it repeats an effect that failed in an unknown way, after its settling time', async () => {
    const looks: string[] = [];
    const { once, calls } = world({
      find: (key) => {
        looks.push(key);
        return Promise.resolve(undefined);
      },
      settlesWithinMs: 1000,
    });
    await expect(once(() => Promise.reject(new Error('The connection broke')))).rejects.toThrow('broke');
    expect(looks).toEqual([]);
    expect(await once(() => Promise.resolve('second'))).toBe('second');
    expect([looks, calls]).toEqual([['k'], ['k', 'k']]);
  });

  it('takes the result that the look finds, for good', async () => {
    const { once, calls } = world({ find: () => Promise.resolve('found'), settlesWithinMs: 0 });
    await expect(once(() => Promise.reject(new Error('The connection broke')))).rejects.toThrow('broke');
    expect(await once(() => Promise.resolve('second'))).toBe('found');
    expect(await once(() => Promise.resolve('third'))).toBe('found');
    expect(calls).toHaveLength(1);
  });

  it('performs nothing if the look cannot tell', async () => {
    const unsure = new Error('The site is down');
    const { once, calls } = world({ find: () => Promise.reject(unsure), settlesWithinMs: 0 });
    await expect(once(() => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
    await expect(once(() => Promise.resolve('second'))).rejects.toBe(unsure);
    expect(calls).toHaveLength(1);
  });

  it('repeats an idempotent effect without a look', async () => {
    const { once, calls } = world({ idempotent: true });
    await expect(once(() => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
    expect(await once(() => Promise.resolve('second'))).toBe('second');
    expect(calls).toHaveLength(2);
  });

  it('waits for an effect that another attempt performs, and fails with CONFLICT_OUTCOME_UNKNOWN in the end', async () => {
    const { once, calls, claims, scope } = world(absent);
    const claimed = await claims.claim(scope);
    if (claimed.state !== 'claimed') throw new Error('not claimed');
    await expect(once(() => Promise.resolve('second'))).rejects.toMatchObject({
      failure: { code: 'CONFLICT_OUTCOME_UNKNOWN', effect: 'unknown', retryable: true },
    });
    await claims.settle(claimed.id, 'first');
    expect(await once(() => Promise.resolve('second'))).toBe('first');
    expect(calls).toEqual([]);
  });

  it('stops waiting when it is aborted', async () => {
    const { once, claims, scope } = world(absent);
    await claims.claim(scope);
    const aborting = new AbortController();
    aborting.abort(new Error('cancelled'));
    await expect(once(() => Promise.resolve('x'), aborting.signal)).rejects.toThrow('cancelled');
  });
});

describe('effectKey', () => {
  it('differs by run, worker, scope, inputs and name, and not by attempt', () => {
    const place = { run_id: 'r', worker: 'w', scope: 's', inputs_hash: 'h' };
    const keys = [
      effectKeyOf(place, 'n'),
      effectKeyOf({ ...place, run_id: 'r2' }, 'n'),
      effectKeyOf({ ...place, worker: 'w2' }, 'n'),
      effectKeyOf({ ...place, scope: 's2' }, 'n'),
      effectKeyOf({ ...place, inputs_hash: 'h2' }, 'n'),
      effectKeyOf(place, 'n2'),
    ].map(({ key }) => key);
    expect(new Set(keys).size).toBe(6);
    expect(effectKeyOf(place, 'n').key).toBe(keys[0]);
  });
});
