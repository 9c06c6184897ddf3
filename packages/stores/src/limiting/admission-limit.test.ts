import { StoreOverloadedError } from '@recourse/engine/store-ports';
import { describe, expect, it } from 'vitest';
import { AdmissionLimit } from './admission-limit.ts';

const placesOfIdle = 1000;
const placesOfSlow = 200;

const open = (waitMs = 1000) => {
  const clock = { time: 10_000 };
  const limit = new AdmissionLimit(
    waitMs,
    () => clock.time,
    () => 0.5,
  );
  const deciding: (() => void)[] = [];
  const wait = () => limit.wait(() => new Promise<void>((resolve) => deciding.push(resolve)));
  const decide = async (count: number): Promise<void> => {
    for (const resolve of deciding.splice(0, count)) resolve();
    await new Promise(setImmediate);
  };
  /** Lets calls wait for a whole second, in which so many are decided. */
  const passBusySecond = async (decided: number): Promise<void> => {
    clock.time += 1000;
    limit.overload();
    await decide(decided);
    clock.time += 1000;
    limit.overload();
    await new Promise(setImmediate);
  };
  return { clock, limit, wait, decide, passBusySecond };
};

const waitFor = (count: number, wait: () => Promise<void>): Promise<void>[] => Array.from({ length: count }, wait);

describe('an idle store', () => {
  it('refuses calls beyond its places at once, and takes others when some have been decided', async () => {
    const { limit, wait, decide } = open();
    const waiting = waitFor(placesOfIdle, wait);
    expect(limit.overload()).toMatchObject({ waiting: placesOfIdle });
    await expect(wait()).rejects.toThrow(StoreOverloadedError);
    await decide(1);
    expect(limit.overload()).toBeUndefined();
    waiting.push(wait());
    await decide(placesOfIdle);
    await Promise.all(waiting);
  });

  it('takes no burst if it has decided nothing for a while', async () => {
    const { clock, limit, wait, decide } = open();
    const waiting = waitFor(placesOfSlow, wait);
    expect(limit.overload()).toBeUndefined();
    clock.time += 126;
    expect(limit.overload()).toMatchObject({ waiting: placesOfSlow });
    await decide(1);
    expect(limit.overload()).toBeUndefined();
    await decide(placesOfSlow);
    await Promise.all(waiting);
  });

  it('lets only as many calls of one turn of the event loop in as it has places', async () => {
    const { limit, wait, decide } = open();
    const waiting = waitFor(placesOfIdle - 3, wait);
    const answers = Array.from({ length: 10 }, () => limit.overload());
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(3);
    waiting.push(wait());
    // The call that took its place is not counted twice.
    expect(limit.overload()).toMatchObject({ waiting: placesOfIdle - 2 });
    // The other two were refused elsewhere.
    await new Promise(setImmediate);
    expect(limit.overload()).toBeUndefined();
    await decide(placesOfIdle);
    await Promise.all(waiting);
  });
});

describe('a busy store', () => {
  it('lets as many calls wait as it decides in an eighth of the longest wait', async () => {
    const { limit, wait, decide, passBusySecond } = open(8000);
    const waiting = waitFor(placesOfIdle, wait);
    await passBusySecond(600);
    waiting.push(...waitFor(200, wait));
    expect(limit.overload()).toMatchObject({ waiting: 600 });
    await decide(1);
    expect(limit.overload()).toBeUndefined();
    await decide(placesOfIdle);
    await Promise.all(waiting);
  });

  it('keeps enough places for two transactions, however slow it is', async () => {
    const { limit, wait, decide, passBusySecond } = open();
    const waiting = waitFor(placesOfIdle, wait);
    await passBusySecond(10);
    await decide(placesOfIdle - 10 - placesOfSlow);
    expect(limit.overload()).toMatchObject({ waiting: placesOfSlow });
    await decide(1);
    expect(limit.overload()).toBeUndefined();
    await decide(placesOfIdle);
    await Promise.all(waiting);
  });

  it('takes a burst again once its queue has been empty', async () => {
    const { clock, wait, decide, passBusySecond, limit } = open();
    const waiting = waitFor(placesOfIdle, wait);
    await passBusySecond(10);
    await decide(placesOfIdle);
    await Promise.all(waiting);
    clock.time += 1000;
    const burst = waitFor(placesOfIdle, wait);
    expect(limit.overload()).toMatchObject({ waiting: placesOfIdle });
    await decide(placesOfIdle);
    await Promise.all(burst);
  });

  it('does not take a second without decisions, or a pause of the process, for its capacity', async () => {
    const { clock, limit, wait, decide, passBusySecond } = open();
    const waiting = waitFor(placesOfIdle, wait);
    const firstReturn = () => {
      clock.time += 1000;
      return limit.overload()?.retryAfterMs ?? 0;
    };
    await passBusySecond(0);
    // As many are expected in `waitMs` as there are places in any case.
    expect(firstReturn()).toBeLessThan((1.2 * 1000 * placesOfIdle) / placesOfSlow);
    clock.time += 30_000;
    expect(firstReturn()).toBeLessThan((1.2 * 1000 * placesOfIdle) / placesOfSlow);
    await decide(placesOfIdle);
    await Promise.all(waiting);
  });

  it('tells refused callers to come back one after the other, after those that wait and at the rate of decisions', async () => {
    const { limit, wait, decide, passBusySecond } = open();
    const waiting = waitFor(placesOfIdle, wait);
    await passBusySecond(500);
    const times = Array.from({ length: 1000 }, () => limit.overload()?.retryAfterMs ?? 0);
    expect(times[0]).toBeGreaterThanOrEqual(1000);
    const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
    expect(span).toBeGreaterThan(1900);
    expect(span).toBeLessThan(2100);
    await decide(placesOfIdle);
    await Promise.all(waiting);
  });
});
