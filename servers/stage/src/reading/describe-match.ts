import { z } from 'zod';
import type { Placed } from '../references/placed.ts';
import { clipTokens } from '../tokens/clip-tokens.ts';
import { countTokens } from '../tokens/count-tokens.ts';
import { fit } from './snapshot/fit.ts';
import { numberElements } from './snapshot/number-elements.ts';
import { createShortener } from './snapshot/shorten.ts';
import { elementFields } from './element-fields.ts';
import { jsonOf } from './snapshot/shown-element.ts';
import type { Observer } from './observer.ts';

/** A box in CSS pixels, relative to the viewport. */
export const bbox = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** An element in the answer of a tool that finds elements. */
export const match = z.object({
  ...elementFields,
  context: z.string().optional(),
  bbox: bbox.optional(),
});
type Match = z.output<typeof match>;

/** Elements that were found, as many as the budget has room for, with the number of all. */
export interface Matches {
  readonly matches: Match[];
  readonly count: number;
  readonly omitted?: number;
}

export interface DescribeOptions {
  readonly limit: number;
  readonly budgetTokens: number;
  /** The other fields of the answer, which the budget has to cover too. */
  readonly around?: object;
}

/** Describes found elements within a budget. Every element that is shown gets a reference. */
export const describeMatches = (
  { book }: Observer,
  surfaceId: string,
  found: readonly Placed[],
  { limit, budgetTokens, around = {} }: DescribeOptions,
): Matches => {
  const elementOf = createShortener(budgetTokens);
  const candidates = found.slice(0, limit);
  const describe = (placed: Placed, ref: number): Match => {
    const { box, context } = placed.element;
    return {
      ...jsonOf(elementOf(placed), ref),
      ...(context !== undefined && { context: clipTokens(context, Math.floor(budgetTokens / 20)) }),
      ...(box && { bbox: box }),
    } as Match;
  };
  const costs = candidates.map((placed) => countTokens(`${JSON.stringify(describe(placed, book.next + limit))},`));
  const aroundTokens = countTokens(JSON.stringify(around));
  let shown: readonly Placed[] = [];
  const made = fit(budgetTokens - aroundTokens, (tokens) => {
    let left = tokens - fieldTokens;
    const room = costs.findIndex((cost) => (left -= cost) < 0);
    shown = room < 0 ? candidates : candidates.slice(0, room);
    const refs = numberElements(book, shown);
    const omitted = found.length - shown.length;
    return {
      matches: shown.map((placed) => describe(placed, refs.get(placed) ?? 0)),
      count: found.length,
      ...(omitted > 0 && { omitted }),
    };
  });
  for (const placed of shown) book.show(placed, surfaceId);
  return made;
};

/** Room for the names of the fields. */
const fieldTokens = 30;
