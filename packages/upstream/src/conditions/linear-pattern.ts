import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';
import { limits } from './limits.ts';

type Engine = { readonly RE2JS: typeof RE2JS };
let engine: Engine | undefined;
/** Loaded with the first pattern, and at once: most conditions have none, and reading them does not wait. */
const load = (): Engine => (engine ??= createRequire(import.meta.url)('re2js') as Engine);

/** A pattern by RE2's rules, which runs in time linear to the text; Node's own engine never sees it. */
export class LinearPattern {
  readonly #compiled: RE2JS;

  /** Throws on what RE2 cannot run, such as lookaround and backreferences, and on what would grow too large. */
  constructor(source: string) {
    if (largestSize(source) > limits.patternSteps) throw new RangeError('its repetitions multiply to too many steps');
    this.#compiled = load().RE2JS.compile(source);
  }

  /** Whether it is found anywhere in the part of the text that is looked at. */
  isIn(text: string): boolean {
    return this.#compiled.matcher(text.slice(0, limits.textMatched)).find();
  }
}

const repetition = /([^])\{(\d+)(?:,(\d*))?\}/g;

/** More steps than a pattern can have: counts of single signs add up, counts of groups multiply everything. */
const largestSize = (source: string): number => {
  let steps = source.length;
  let times = 1;
  for (const [, before, least, most] of source.matchAll(repetition)) {
    const count = Math.max(1, Number(most || least));
    if (before === ')') times *= count;
    else steps += count;
  }
  return steps * times;
};
