import type { ReadFetch } from '@recourse/upstream';
import { expect, it } from 'vitest';
import { Turns, createLimitedFetch } from './limited-fetch.ts';

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
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('sends so many at once, and the rest in their order', async () => {
  const { inner, started, finish } = slow();
  const limited = createLimitedFetch(inner, new Turns(2));
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

it('lets a failure go as an answer does', async () => {
  let sent = 0;
  const limited = createLimitedFetch(() => Promise.reject(new Error(`no ${(sent += 1)}`)), new Turns(1));
  const all = await Promise.allSettled(['a', 'b', 'c'].map((url) => limited(url)));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(sent).toBe(3);
});

it('does not send what was cancelled while it waited', async () => {
  const { inner, started, finish } = slow();
  const limited = createLimitedFetch(inner, new Turns(1));
  const first = limited('a');
  const caller = new AbortController();
  const cancelled = limited('b', { signal: caller.signal });
  const last = limited('c');
  caller.abort();
  await expect(cancelled).rejects.toMatchObject({ end: 'aborted' });
  finish[0]?.();
  await first;
  await settled();
  finish[1]?.();
  expect(await (await last).text()).toBe('c');
  expect(started).toEqual(['a', 'c']);
});
