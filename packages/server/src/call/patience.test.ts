import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Patience, within } from './patience.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => undefined);

describe('a wait that is bounded', () => {
  const patience = new Patience();
  it.each([
    ['within', (waiting: Promise<unknown>) => within(5000, waiting)],
    ['Patience.within', (waiting: Promise<unknown>) => patience.within(5000, waiting)],
  ])('%s ends with what it waits for, and leaves no timer behind', async (_, wait) => {
    await wait(Promise.resolve());
    expect(vi.getTimerCount()).toBe(0);
    await expect(wait(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends after its time', async () => {
    const ended = Promise.all([within(5000, never), patience.within(5000, never), patience.wait(5000)]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await ended).toHaveLength(3);
  });
});

describe('Patience.hurry', () => {
  it('ends every wait, and those to come', async () => {
    const patience = new Patience();
    const waiting = [patience.wait(5000), patience.within(5000, never)];
    patience.hurry();
    await Promise.all([...waiting, patience.wait(5000), patience.within(5000, never)]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
