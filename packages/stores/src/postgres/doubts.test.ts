import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Doubts } from './doubts.ts';

const statementMs = 2000;
const settleMs = 2 * statementMs;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const open = () => {
  const wake = vi.fn<() => void>();
  const doubts = new Doubts(statementMs, wake);
  return { doubts, wake };
};

it('have nothing to undo before an answer was lost', () => {
  const { doubts, wake } = open();
  expect(doubts.areDue()).toBe(false);
  expect(doubts.pending()).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(wake).not.toHaveBeenCalled();
});

it('are undone again until the server cannot be working on the statement any more', () => {
  const { doubts } = open();
  doubts.add(['one', 'two']);
  // The statement may still be committed after it was undone.
  doubts.settle(doubts.pending());
  expect(doubts.pending()).toEqual(['one', 'two']);
  vi.advanceTimersByTime(settleMs + 1);
  expect(doubts.areDue()).toBe(true);
  doubts.settle(doubts.pending());
  expect(doubts.areDue()).toBe(false);
});

it('keep those that were added after the batch that undid the others had begun', () => {
  const { doubts } = open();
  doubts.add(['one']);
  vi.advanceTimersByTime(settleMs + 1);
  const undone = doubts.pending();
  doubts.add(['two']);
  doubts.settle(undone);
  expect(doubts.pending()).toEqual(['two']);
});

it('ask for a batch every second while there are some, even if no call comes', () => {
  const { doubts, wake } = open();
  doubts.add(['one']);
  doubts.add(['two']);
  vi.advanceTimersByTime(3000);
  expect(wake).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(settleMs);
  doubts.settle(doubts.pending());
  const asked = wake.mock.calls.length;
  vi.advanceTimersByTime(60_000);
  // The timer that was already set fires once more.
  expect(wake.mock.calls.length).toBeLessThanOrEqual(asked + 1);
});

it('are bounded: of very many, the first are kept', () => {
  const { doubts } = open();
  doubts.add(Array.from({ length: 10_001 }, (_, index) => `attempt ${index}`));
  expect(doubts.pending()).toHaveLength(10_000);
  expect(doubts.pending()).toContain('attempt 0');
});
