import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Context from './call-context.ts';
import type { Call } from './call.ts';

const [one, other] = ['one', 'other'].map((correlation_id) => ({ correlation_id }) as Call) as [Call, Call];

describe('the context of a call', () => {
  let context: typeof Context;
  let close: () => void;
  const settled = Promise.resolve();

  beforeEach(async () => {
    vi.resetModules();
    context = await import('./call-context.ts');
    close = context.keepCallContext();
  });

  /** Runs a function as a call that leaves something behind, and returns what that belongs to. */
  const leftBy = (leave: (look: () => void) => unknown, call = one): Promise<Call | undefined> =>
    new Promise((resolve) => {
      context.inCall(call, () => void leave(() => resolve(context.currentCall())));
    });

  it.each<[string, (look: () => void) => unknown]>([
    ['a timer', (look) => setTimeout(look, 1)],
    ['an immediate', (look) => setImmediate(look)],
    ['a tick', (look) => process.nextTick(look)],
    ['a promise', (look) => Promise.resolve().then(look)],
    ['the continuation of an earlier promise', (look) => settled.then(look)],
    ['an async function', async (look) => (await settled, look())],
    ['a timer of a timer', (look) => setTimeout(() => setImmediate(look), 1)],
    ['a timer of a nested call', (look) => context.inCall(other, () => setTimeout(() => undefined, 1)) && setTimeout(look, 1)], // prettier-ignore
  ])('is known to %s that it leaves behind', async (_, leave) => {
    expect(await leftBy(leave)).toBe(one);
  });

  it('is known after calls that left nothing behind', async () => {
    for (let index = 0; index < 3; index += 1) context.inCall(other, () => index);
    expect(await leftBy((look) => setTimeout(look, 1))).toBe(one);
  });

  it('is that of each of several calls at the same time', async () => {
    const left = [one, other, one].map((call) => leftBy(async (look) => (await settled, setTimeout(look, 1)), call));
    expect(await Promise.all(left)).toEqual([one, other, one]);
  });

  it('is known inside the call, and not outside', () => {
    const seen = context.inCall(one, () => [
      context.currentCall(),
      context.inCall(other, () => context.currentCall()),
      context.currentCall(),
    ]);
    expect(seen).toEqual([one, other, one]);
    expect(context.currentCall()).toBeUndefined();
  });

  it('ends with a call that throws', () => {
    expect(() =>
      context.inCall(one, () => {
        throw new Error('thrown');
      }),
    ).toThrow('thrown');
    expect(context.currentCall()).toBeUndefined();
  });

  it('is not kept without a door', async () => {
    vi.resetModules();
    const closed = await import('./call-context.ts');
    expect(closed.inCall(one, () => closed.currentCall())).toBeUndefined();
  });

  it('is kept until the last door closes, and again with the next', async () => {
    const closeOther = context.keepCallContext();
    close();
    close();
    expect(await leftBy((look) => setTimeout(look, 1))).toBe(one);
    closeOther();
    expect(await leftBy((look) => setTimeout(look, 1))).toBeUndefined();
    context.keepCallContext();
    expect(await leftBy((look) => setTimeout(look, 1))).toBe(one);
  });
});
