import { median } from '../statistics.mjs';

/**
 * The measurements of one server. `beside` compares the rates of two round by round, because a minute of the machine
 * is not like the next.
 *
 * @typedef {{ readonly perSecond: number, readonly p50: number, readonly p99: number }} Pace
 * @typedef {{ readonly name: string, readonly one: Pace, readonly many: Pace, readonly rates: readonly number[], readonly cpuUs: number, readonly cpuOf: readonly number[], readonly rssMb: number, beside(other: Row): number, cpuBeside(other: Row): number }} Row
 * @typedef {(name: string) => Row | undefined} Find
 */

/** @param {readonly import('./generator.mjs').Measured[]} measured @returns {readonly Row[]} */
export const summarise = (measured) =>
  measured.map(({ name, turns, rssMb }) => {
    const rates = turns.map(({ many }) => many.perSecond);
    const cpuOf = turns.map(({ cpuMs, many }) => cpuMs / many.calls);
    return {
      name,
      one: paceOf(turns.map(({ one }) => one)),
      many: paceOf(turns.map(({ many }) => many)),
      rates,
      // Of all rounds together, because the clock of the processor time is coarse.
      cpuUs: (sum(turns.map(({ cpuMs }) => cpuMs)) * 1000) / sum(turns.map(({ many }) => many.calls)),
      rssMb,
      cpuOf,
      cpuBeside: (other) => median(cpuOf.map((cpu, round) => cpu / (other.cpuOf[round] ?? Number.NaN))),
      beside: (other) => median(rates.map((rate, round) => rate / (other.rates[round] ?? Number.NaN))),
    };
  });

/** @type {(slices: readonly import('./load.mjs').Slice[]) => Pace} */
const paceOf = (slices) => ({
  perSecond: median(slices.map(({ perSecond }) => perSecond)),
  p50: median(slices.map(({ p50 }) => p50)),
  p99: median(slices.map(({ p99 }) => p99)),
});

/** @param {readonly number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);
