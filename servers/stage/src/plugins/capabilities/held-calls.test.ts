import { describe, expect, it, vi } from 'vitest';
import { HeldCalls } from './held-calls.ts';

describe('a call that is held', () => {
  it('continues when it is released, or when all are', async () => {
    const held = new HeldCalls();
    const [one, other] = [held.add(60_000), held.add(60_000)];
    held.release(one.number);
    await one.released;
    held.releaseAll();
    await other.released;
    expect(other.number).not.toBe(one.number);
  });

  it('continues after the time limit, and ignores a late release', async () => {
    vi.useFakeTimers();
    const held = new HeldCalls();
    const { number, released } = held.add(5000);
    vi.advanceTimersByTime(5000);
    vi.useRealTimers();
    await released;
    held.release(number);
    held.release(99);
  });
});
