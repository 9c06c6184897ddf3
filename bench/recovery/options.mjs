import { parseArgs } from 'node:util';
import { pairs } from './measure/measure.mjs';

export const help = `npm run bench:recovery -- [options]

Measures how much it helps when a failure says what to do next: the same office with the same faults, served by the
plain SDK with sentences and by Recourse, and seven scripted agents that try to get their work done. Without --model
there is no language model and no network; the same seed gives the same figures.

  --seed N        scenarios of this seed instead of 1 to 20; also a range such as 1000-1199; may be repeated
  --only AGENT    only this agent (${pairs.map(({ agent }) => agent).join(', ')}); may be repeated
  --both          besides, blind, status and prose in front of other sentences and of the Recourse serving
  --processes     besides, a sample of the contract's scenarios with real processes over stdio and HTTP, which are killed
                  and lose messages: is it the same as in memory?
  --json          one JSON document on stdout
  --write         writes docs/recovery.md and docs/recovery.svg: a full run with --both and --processes, every table
                  of the page, and the wrong calls of tests/interop/ordinary

  --model NAME    instead of the scripted agents, a real model, with and without the client, in front of both servings;
                  the seed defaults to 1. The key is read from OPENAI_API_KEY.
  --endpoint URL  where the model is: an OpenAI-compatible address such as http://127.0.0.1:11434/v1; else OPENAI_BASE_URL
  --prices IN,OUT the prices of a million tokens, sent and received, to report the cost
  --most-tokens N ends before the next task when so many tokens are spent; defaults to 2000000

  --help          this text
`;

/** @typedef {{ seeds: readonly number[], only: readonly string[], both: boolean, processes: boolean, json: boolean, write: boolean, help: boolean, model?: ModelOptions }} Options */
/** @typedef {{ name: string, endpoint: string, prices: readonly [number, number] | undefined, mostTokens: number }} ModelOptions */

/** Reads the command line; returns a message if it is invalid. @param {readonly string[]} args @returns {Options | string} */
export const readOptions = (args) => {
  const parsed = parse(args);
  if (typeof parsed === 'string') return parsed;
  const {
    seed = [],
    only = [],
    both = false,
    processes = false,
    json = false,
    write = false,
    help: wantsHelp = false,
  } = parsed;
  const ranges = seed.map(readRange);
  const wrong = seed.find((_, index) => ranges[index] === undefined);
  if (wrong !== undefined)
    return `--seed must be a whole number such as 4711, or a range such as 1000-1199, got '${wrong}'.`;
  const nobody = only.find((name) => !pairs.some(({ agent }) => agent === name));
  if (nobody !== undefined)
    return `No agent is called '${nobody}'. There are: ${pairs.map(({ agent }) => agent).join(', ')}.`;
  if (write && (seed.length > 0 || only.length > 0 || json))
    return 'Only a full run is written down: leave out --seed, --only and --json.';
  const model = readModel(parsed);
  if (typeof model === 'string') return model;
  if (model && (only.length > 0 || both || processes || write))
    return 'A model is measured by itself: leave out --only, --both, --processes and --write.';
  const seeds = seed.length === 0 ? range(1, model ? 1 : 20) : ranges.flatMap((found) => found ?? []);
  return {
    seeds: [...new Set(seeds)],
    only,
    both: both || write,
    processes: processes || write,
    json,
    write,
    help: wantsHelp,
    ...(model && { model }),
  };
};

/** @type {(given: { model?: string, endpoint?: string, prices?: string, 'most-tokens'?: string }) => ModelOptions | string | undefined} */
const readModel = ({
  model: name,
  endpoint = process.env['OPENAI_BASE_URL'],
  prices,
  'most-tokens': most = '2000000',
}) => {
  if (name === undefined) return undefined;
  if (endpoint === undefined || !/^https?:/.test(endpoint) || !URL.canParse(endpoint))
    return 'Say where the model is: --endpoint http://127.0.0.1:11434/v1, or OPENAI_BASE_URL.';
  const [sent, received, more] = (prices ?? '').split(',').map(Number);
  const isPriced = prices !== undefined;
  if (isPriced && !(sent >= 0 && received >= 0 && more === undefined))
    return `'${prices}' is not two prices: give them as 0.15,0.6.`;
  if (!/^[1-9]\d{0,11}$/.test(most)) return `'${most}' is not a number of tokens.`;
  return { name, endpoint, prices: isPriced ? [sent, received] : undefined, mostTokens: Number(most) };
};

/** @param {readonly string[]} args */
const parse = (args) => {
  try {
    const flag = /** @type {const} */ ({ type: 'boolean' });
    const list = /** @type {const} */ ({ type: 'string', multiple: true });
    const text = /** @type {const} */ ({ type: 'string' });
    return parseArgs({
      args: [...args],
      options: {
        seed: list,
        only: list,
        both: flag,
        processes: flag,
        json: flag,
        write: flag,
        help: flag,
        model: text,
        endpoint: text,
        prices: text,
        'most-tokens': text,
      },
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
