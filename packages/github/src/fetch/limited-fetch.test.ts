import type { ReadFetch } from '@recourse/upstream';
import { expect, it } from 'vitest';
import { createLimitedFetch } from './limited-fetch.ts';
import { Turns } from './turns.ts';

/** A fetch whose answers are given out by hand. */
const slow = () => {
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const inner = ((url: string) => {
    started.push(url);
    return new Promise<Response>((resolve) => finish.push(() => resolve(new Response(url))));
  }) as unknown as ReadFetch;
  return { inner, started, finish };
};
const timeoutMs = 60_000;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('sends so many at once, and the rest in their order', async () => {
  const { inner, started, finish } = slow();
  const limited = createLimitedFetch(inner, { turns: new Turns(2), timeoutMs, writes: false });
  const all = ['a', 'b', 'c', 'd'].map((url) => limited(url));
  await settled();
  expect(started).toEqual(['a', 'b']);
  finish[0]?.();
  await settled();
  expect(started).toEqual(['a', 'b', 'c']);
  for (let index = 1; index < 4; index += 1) {
    finish[index]?.();
    await settled();
  }
  expect(await Promise.all(all.map(async (answer) => (await answer).text()))).toEqual(['a', 'b', 'c', 'd']);
});

it('releases the slot after a failure as after an answer', async () => {
  let sent = 0;
  const limited = createLimitedFetch(() => Promise.reject(new Error(`no ${(sent += 1)}`)), {
    turns: new Turns(1),
    timeoutMs,
    writes: false,
  });
  const all = await Promise.allSettled(['a', 'b', 'c'].map((url) => limited(url)));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(sent).toBe(3);
});

it('does not send what was cancelled while it waited', async () => {
  const { inner, started, finish } = slow();
  const limited = createLimitedFetch(inner, { turns: new Turns(1), timeoutMs, writes: false });
  const first = limited('a');
  const caller = new AbortController();
  const cancelled = limited('b', { signal: caller.signal });
  const last = limited('c');
  caller.abort();
  await expect(cancelled).rejects.toMatchObject({ end: 'aborted', sent: false });
  finish[0]?.();
  await first;
  await settled();
  finish[1]?.();
  expect(await (await last).text()).toBe('c');
  expect(started).toEqual(['a', 'c']);
});

it('does not wait for a turn, nor take one, for what is cancelled already', async () => {
  const { inner, started } = slow();
  const turns = new Turns(1);
  const limited = createLimitedFetch(inner, { turns, timeoutMs, writes: true });
  const signal = AbortSignal.abort();
  await expect(limited('a', { signal })).rejects.toMatchObject({ end: 'aborted', sent: false });
  void limited('b');
  await settled();
  await expect(limited('c', { signal })).rejects.toMatchObject({ end: 'aborted', sent: false });
  expect(started).toEqual(['b']);
});

it('gives a request no more time than its call has left', async () => {
  const given: (number | undefined)[] = [];
  const bounded: ReadFetch = (url, init) => {
    given.push(init?.timeoutMs);
    return slow().inner(url);
  };
  const turns = new Turns(3);
  void createLimitedFetch(bounded, { turns, timeoutMs, writes: false, timeLeft: () => 1000 })('a');
  void createLimitedFetch(bounded, { turns, timeoutMs, writes: false, timeLeft: () => 90_000 })('b');
  void createLimitedFetch(bounded, { turns, timeoutMs, writes: false })('c');
  await settled();
  expect(given).toEqual([1000, timeoutMs, timeoutMs]);
});

it.each([
  ['read', 0],
  ['write', 400],
])('does not begin a %s with %i ms left', async (kind, left) => {
  const options = { turns: new Turns(1), timeoutMs, writes: kind === 'write', timeLeft: () => left };
  await expect(createLimitedFetch(slow().inner, options)('a')).rejects.toMatchObject({ end: 'connect_timeout' });
});

it('ends the wait for a turn with the time of the call', async () => {
  const turns = new Turns(1);
  const { inner, started } = slow();
  void createLimitedFetch(inner, { turns, timeoutMs, writes: false })('a');
  const late = createLimitedFetch(inner, { turns, timeoutMs, writes: false, timeLeft: () => 1 })('b');
  await expect(late).rejects.toMatchObject({ end: 'connect_timeout' });
  expect(started).toEqual(['a']);
});
