import { quantile } from '../statistics.mjs';
import { firstNumber } from './wires.mjs';

/**
 * Something that makes one call after another: a connection, or one of several calls at once on a pipe.
 *
 * @typedef {{ call(number: number, onAnswer: (isRight: boolean, answer: string) => void): void }} Lane
 * @typedef {{ readonly calls: number, readonly seconds: number, readonly perSecond: number, readonly p50: number, readonly p99: number }} Slice
 */

let next = firstNumber;

/**
 * Keeps all lanes busy for a while and waits for the last answers. One wrong answer ends it: a server that answers
 * wrongly has no speed.
 *
 * @param {readonly Lane[]} lanes
 * @param {number} milliseconds
 * @returns {Promise<Slice>}
 */
export const keepBusy = (lanes, milliseconds) =>
  new Promise((resolve, reject) => {
    /** @type {number[]} */
    const latencies = [];
    const started = performance.now();
    const until = started + milliseconds;
    let open = lanes.length;
    for (const lane of lanes) {
      const once = () => {
        const number = next;
        next += 1;
        const sent = performance.now();
        lane.call(number, (isRight, answer) => {
          const now = performance.now();
          latencies.push(now - sent);
          if (!isRight) reject(new Error(`Call ${number} got a wrong answer: ${answer.slice(0, 500)}`));
          else if (now < until) once();
          else if ((open -= 1) === 0) resolve(sliceOf(latencies, (now - started) / 1000));
        });
      };
      once();
    }
  });

/** @type {(latencies: readonly number[], seconds: number) => Slice} */
const sliceOf = (latencies, seconds) => ({
  calls: latencies.length,
  seconds,
  perSecond: latencies.length / seconds,
  p50: quantile(latencies, 0.5),
  p99: quantile(latencies, 0.99),
});
