import { parseArgs } from 'node:util';
import { pairs } from './measure/measure.mjs';

export const help = `npm run bench:recovery -- [options]

What it is worth that a failure says what to do next: the same office with the same faults, served by the plain SDK
with sentences and by Recourse, and five scripted agents who try to get their work done. No language model, no network;
the same seed gives the same figures.

  --seed N        scenarios of this seed instead of 1 to 20; also a range such as 1000-1199; may be repeated
  --only AGENT    only this agent (${pairs.map(({ agent }) => agent).join(', ')}); may be repeated
  --both          besides, blind, status and prose in front of other sentences and of the Recourse serving
  --stdio         besides, a sample of the contract's scenarios with a real process over stdio: is it the same?
  --json          one JSON document on stdout
  --write         writes docs/recovery.md and docs/recovery.svg; a full run with --both and --stdio
  --help          this text
`;

/** @typedef {{ seeds: readonly number[], only: readonly string[], both: boolean, stdio: boolean, json: boolean, write: boolean, help: boolean }} Options */

/** Reads the command line; a text where it makes no sense. @param {readonly string[]} args @returns {Options | string} */
export const readOptions = (args) => {
  const parsed = parse(args);
  if (typeof parsed === 'string') return parsed;
  const {
    seed = [],
    only = [],
    both = false,
    stdio = false,
    json = false,
    write = false,
    help: wantsHelp = false,
  } = parsed;
  const ranges = seed.map(readRange);
  const wrong = seed.find((_, index) => ranges[index] === undefined);
  if (wrong !== undefined)
    return `'${wrong}' is no seed: give a whole number such as 4711, or a range such as 1000-1199.`;
  const nobody = only.find((name) => !pairs.some(({ agent }) => agent === name));
  if (nobody !== undefined)
    return `No agent is called '${nobody}'. There are: ${pairs.map(({ agent }) => agent).join(', ')}.`;
  if (write && (seed.length > 0 || only.length > 0 || json))
    return 'Only a full run is written down: leave out --seed, --only and --json.';
  const seeds = seed.length === 0 ? range(1, 20) : ranges.flatMap((found) => found ?? []);
  return { seeds: [...new Set(seeds)], only, both: both || write, stdio: stdio || write, json, write, help: wantsHelp };
};

/** @param {readonly string[]} args */
const parse = (args) => {
  try {
    const flag = /** @type {const} */ ({ type: 'boolean' });
    const list = /** @type {const} */ ({ type: 'string', multiple: true });
    return parseArgs({
      args: [...args],
      options: { seed: list, only: list, both: flag, stdio: flag, json: flag, write: flag, help: flag },
    }).values;
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
};

const mostSeeds = 10_000;

/** @param {string} text */
const readRange = (text) => {
  const found = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text);
  if (!found) return undefined;
  const [from, to] = [Number(found[1]), Number(found[2] ?? found[1])];
  return to >= from && to - from < mostSeeds ? range(from, to) : undefined;
};

/** @type {(from: number, to: number) => readonly number[]} */
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
