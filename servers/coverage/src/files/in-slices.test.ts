import { describe, expect, it } from 'vitest';
import { inSlices } from './in-slices.ts';

/** Steps until it is told to stop, and notes how it ended. */
function* endless(state: { done: boolean; closed: boolean }): Generator<void, string, void> {
  try {
    while (!state.done) yield;
    return 'done';
  } finally {
    state.closed = true;
  }
}

describe('inSlices', () => {
  it('lets other work run before the work is done', async () => {
    const state = { done: false, closed: false };
    setImmediate(() => (state.done = true));
    expect(await inSlices(endless(state))).toBe('done');
  });

  it('stops when the caller is gone, and closes what the work has opened', async () => {
    const state = { done: false, closed: false };
    const stop = new AbortController();
    setImmediate(() => stop.abort(new Error('gone')));
    await expect(inSlices(endless(state), stop.signal)).rejects.toThrow('gone');
    expect(state.closed).toBe(true);
  });

  it('does not start for a caller that is already gone', async () => {
    let steps = 0;
    const work = (function* (): Generator<void, void, void> {
      steps += 1;
      yield;
    })();
    await expect(inSlices(work, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(steps).toBe(0);
  });

  it('passes on what the work throws', async () => {
    const work = (function* (): Generator<void, void, void> {
      yield;
      throw new Error('broken');
    })();
    await expect(inSlices(work)).rejects.toThrow('broken');
  });
});
