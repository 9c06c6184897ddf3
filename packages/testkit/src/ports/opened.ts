import { afterEach } from 'vitest';
import { createClock } from '../create-clock.ts';
import type { Clock } from '../create-clock.ts';

/** An adapter that was opened for one test, with nothing in it. */
export interface Opened<Port> {
  readonly port: Port;
  /** How many entries it keeps at most, where it has such a bound. */
  readonly most?: number;
  readonly close?: () => Promise<void> | void;
}

/** Opens an adapter that goes by the given clock. Called once for every test. */
export type Open<Port, More = object> = (clock: Clock) => (Opened<Port> & More) | Promise<Opened<Port> & More>;

/** Opens an adapter for each test that asks, and closes it afterwards. Called within a `describe`. */
export const opener = <Port, More>(open: Open<Port, More>) => {
  const opened: Opened<Port>[] = [];
  afterEach(async () => {
    for (const { close } of opened.splice(0)) await close?.();
  });
  return async (): Promise<Opened<Port> & More & { readonly clock: Clock }> => {
    const clock = createClock();
    const one = await open(clock);
    opened.push(one);
    return { ...one, clock };
  };
};

/** Starts a number of attempts at once, and waits for all. */
export const atOnce = <Result>(times: number, attempt: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => attempt(index)));
