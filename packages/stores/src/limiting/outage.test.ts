import { StoreUnavailableError } from '@recourse/engine/store-ports';
import { expect, it } from 'vitest';
import { Outage } from './outage.ts';

const open = () => {
  const clock = { time: 5000 };
  const outage = new Outage(
    () => clock.time,
    () => 0,
  );
  const fail = () => outage.explain(new StoreUnavailableError('PostgreSQL', { cause: 'why' }));
  return { clock, outage, fail };
};

it('tells callers to wait for as long as the store has been down, within bounds', () => {
  const { clock, fail } = open();
  const times = [0, 500, 1500, 4000, 60_000].map((passed) => {
    clock.time += passed;
    return (fail() as StoreUnavailableError).retryAfterMs;
  });
  expect(times).toEqual([1000, 1000, 2000, 6000, 10_000]);
});

it('starts again after the store has answered', () => {
  const { clock, outage, fail } = open();
  fail();
  clock.time += 8000;
  outage.ended();
  expect(fail()).toMatchObject({ store: 'PostgreSQL', cause: 'why', retryAfterMs: 1000 });
});

it('leaves other errors as they are', () => {
  const { outage } = open();
  const bug = new Error('a bug');
  expect(outage.explain(bug)).toBe(bug);
});
