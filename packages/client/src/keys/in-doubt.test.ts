import { fail } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { idempotencyKeyMetaKey } from '../meta-keys.ts';
import { createScripted } from '../testing/scripted-client.ts';

const call = { name: 'pay', arguments: { amount: 5 } };

/** Two equal calls, one after the other: how each ended, and the keys of all that was sent. */
const twice = async (...[script, options]: Parameters<typeof createScripted>) => {
  const { client, sent } = createScripted(script, options);
  const ends = [(await client.recover(call)).end, (await client.recover(call)).end];
  return { ends, keys: sent.map(({ _meta: meta }) => meta?.[idempotencyKeyMetaKey]) };
};

describe('an equal call after one whose effect nobody knows', () => {
  it('goes out with the same key, though the server has answered', async () => {
    const timedOut = fail('UPSTREAM_TIMEOUT', {}, { effect: 'unknown', retryable: false });
    expect(await twice([timedOut])).toEqual({ ends: ['in_doubt', 'in_doubt'], keys: ['key-1', 'key-1'] });
  });

  it('does so too where the calls of the first were spent', async () => {
    const unavailable = fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'unknown' });
    const { ends, keys } = await twice([unavailable], { budget: { attempts: 1 } });
    expect(ends).toEqual(['gave_up_attempts', 'gave_up_attempts']);
    expect(keys).toEqual(['key-1', 'key-1']);
  });

  it('has a key of its own where the first is known to have done nothing, or a person is told', async () => {
    const none = await twice([fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' })], { budget: { attempts: 1 } });
    expect(none.keys).toEqual(['key-1', 'key-2']);
    const broken = await twice([fail('INTERNAL_ERROR', {}, { effect: 'unknown' })]);
    expect(broken).toEqual({ ends: ['needs_person', 'needs_person'], keys: ['key-1', 'key-2'] });
  });
});
