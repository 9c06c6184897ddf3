import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { expect, it } from 'vitest';
import { retryReads } from './retry-reads.ts';
import type { RetryOptions } from './retry-reads.ts';

const down = (): Failure => fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' });

/** Runs with the given answers in turn, the last one repeatedly; returns the result and the delays. */
const run = async (method: string, answers: readonly (Failure | 'fine')[], options: RetryOptions = {}) => {
  const delays: number[] = [];
  let made = 0;
  const answer = await retryReads(
    { method },
    () => Promise.resolve(answers[Math.min(made++, answers.length - 1)] as Failure | 'fine'),
    {
      random: () => 0.5,
      sleep: (ms) => {
        delays.push(ms);
        return Promise.resolve();
      },
      ...options,
    },
  );
  return { answer, made, delays };
};

it('repeats a read until it is answered', async () => {
  expect(await run('GET', [down(), 'fine'])).toEqual({ answer: 'fine', made: 2, delays: [100] });
});

it('gives up after its attempts, with growing delays', async () => {
  const { answer, made, delays } = await run('GET', [down()], { attempts: 4 });
  expect(answer).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  expect([made, delays]).toEqual([4, [100, 200, 400]]);
});

it('never waits longer than its longest delay', async () => {
  const { delays } = await run('GET', [down()], { attempts: 9, longestDelayMs: 500, random: () => 1 });
  expect(Math.max(...delays)).toBe(500);
});

it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('makes a %s once', async (method) => {
  expect((await run(method, [down(), 'fine'])).made).toBe(1);
});

it.each([
  ['a limit', fail('RATE_LIMIT_EXCEEDED', { retry_after_seconds: 1 })],
  ['a refusal', fail('NOT_FOUND_RESOURCE')],
  ['what a repetition does not mend', fail('UPSTREAM_UNAVAILABLE', {}, { retryable: false })],
  ['an upstream that wants a long wait', fail('UPSTREAM_UNAVAILABLE', { retry_after_seconds: 60 })],
])('does not repeat after %s', async (_what, failure) => {
  expect(await run('GET', [failure, 'fine'])).toMatchObject({ answer: failure, made: 1 });
});

it('waits as long as the upstream asks', async () => {
  const failure = fail('UPSTREAM_UNAVAILABLE', { retry_after_seconds: 1 });
  expect((await run('GET', [failure, 'fine'])).delays).toEqual([1000]);
});

it('stops when the caller cancels, while waiting too', async () => {
  const caller = new AbortController();
  caller.abort();
  expect((await run('GET', [down()], { signal: caller.signal })).made).toBe(1);
  const cut = await run('GET', [down()], { sleep: () => Promise.reject(new Error('aborted')) });
  expect(cut.made).toBe(1);
});

it('sleeps by the clock unless told otherwise', async () => {
  let made = 0;
  const attempt = () => Promise.resolve(++made < 3 ? down() : 'fine');
  expect(await retryReads({ method: 'GET' }, attempt, { firstDelayMs: 1 })).toBe('fine');
});
