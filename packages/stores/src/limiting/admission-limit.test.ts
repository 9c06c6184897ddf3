import { StoreOverloadedError } from '@recourse/engine';
import { expect, it } from 'vitest';
import { AdmissionLimit } from './admission-limit.ts';

const places = 2000;

const open = () => {
  const clock = { time: 10_000 };
  const limit = new AdmissionLimit(
    1000,
    () => clock.time,
    () => 0.5,
  );
  const deciding: (() => void)[] = [];
  const wait = () => limit.wait(() => new Promise<void>((resolve) => deciding.push(resolve)));
  const decide = async (count: number): Promise<void> => {
    for (const resolve of deciding.splice(0, count)) resolve();
    await Promise.resolve();
    await new Promise(setImmediate);
  };
  return { clock, limit, wait, decide };
};

it('refuses calls beyond its places at once, and takes others when some have been decided', async () => {
  const { limit, wait, decide } = open();
  const waiting = Array.from({ length: places }, wait);
  expect(limit.overload()).toMatchObject({ waiting: places });
  await expect(wait()).rejects.toThrow(StoreOverloadedError);
  await decide(1);
  expect(limit.overload()).toBeUndefined();
  waiting.push(wait());
  await decide(places);
  await Promise.all(waiting);
});

it('lets as many wait as it has decided within its time', async () => {
  const { clock, limit, wait, decide } = open();
  for (let round = 0; round < 3; round += 1) {
    const waiting = Array.from({ length: places }, wait);
    await decide(places);
    await Promise.all(waiting);
  }
  clock.time += 1000;
  const waiting = Array.from({ length: 3 * places }, wait);
  expect(limit.overload()).toMatchObject({ waiting: 3 * places });
  await decide(3 * places);
  await Promise.all(waiting);
});

it('tells callers to come back later the more of them there are', async () => {
  const { limit, wait, decide } = open();
  const waiting = Array.from({ length: places }, wait);
  await decide(100);
  waiting.push(...Array.from({ length: 100 }, wait));
  const first = limit.overload()?.retryAfterMs ?? 0;
  for (let refused = 0; refused < 1000; refused += 1) limit.overload();
  const later = limit.overload()?.retryAfterMs ?? 0;
  expect(first).toBeGreaterThanOrEqual(1000);
  expect(later).toBeGreaterThan(first);
  await decide(places);
  await Promise.all(waiting);
});
