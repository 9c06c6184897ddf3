import { z } from 'zod';
import type { StageElement } from '../observe/element.ts';
import type { Placed } from '../references/placed.ts';
import { clipTokens } from '../tokens/clip-tokens.ts';
import { countTokens } from '../tokens/count-tokens.ts';
import { describeLine } from './snapshot/describe-line.ts';
import { fit } from './snapshot/fit.ts';
import { numberElements } from './snapshot/number-elements.ts';
import { createShortener } from './snapshot/shorten.ts';
import { elementFields } from './element-fields.ts';
import { jsonOf } from './snapshot/shown-element.ts';
import type { Observer } from './observer.ts';
import { surroundings } from './surroundings.ts';

/** A box in CSS pixels, relative to the viewport. */
export const bbox = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** An element in the answer of a tool that finds elements. */
export const match = z.object({
  ...elementFields,
  context: z.string().optional(),
  bbox: bbox.optional(),
});
type Match = z.output<typeof match>;

/** The forms of found elements: data, or one line for each as in snapshots, without boxes. */
export const matchFormats = ['json', 'text'] as const;

/** Elements that were found, as many as the budget has room for, with the number of all. */
interface Found<Shown> {
  readonly shown: readonly Shown[];
  readonly count: number;
  /** How many are left out. */
  readonly truncated?: number;
}

/** Found elements as data. */
export type Matches = Omit<Found<Match>, 'shown'> & { readonly matches: Match[] };
/** Found elements as lines. */
export type MatchLines = Omit<Found<string>, 'shown'> & { readonly matches_text: string };

export interface DescribeOptions {
  readonly limit: number;
  readonly budgetTokens: number;
  /** The other fields of the answer, which the budget has to cover too. */
  readonly around?: object;
  /** Whether the text around an element that is in no row is shown: it was found by that. */
  readonly showsSurroundings?: boolean;
}

/** Describes found elements within a budget. Every element that is shown gets a reference. */
export const describeMatches = (
  observer: Observer,
  surfaceId: string,
  found: readonly Placed[],
  options: DescribeOptions,
): Matches => {
  const describe = (element: StageElement, ref: number, context: string | undefined): Match =>
    ({
      ...jsonOf(element, ref),
      ...(context !== undefined && { context }),
      ...(element.box && { bbox: element.box }),
    }) as Match;
  const { shown, ...counts } = fitMatches(observer, surfaceId, found, { ...options, describe });
  return { matches: [...shown], ...counts };
};

/** Describes found elements as lines within a budget, each with the content of its row, if that says more than its name. */
export const describeMatchLines = (
  observer: Observer,
  surfaceId: string,
  found: readonly Placed[],
  options: DescribeOptions,
): MatchLines => {
  const describe = (element: StageElement, ref: number, context: string | undefined): string =>
    `${describeLine(element, ref)}${context === undefined || context === element.name ? '' : ` in ${JSON.stringify(context)}`}`;
  const { shown, ...counts } = fitMatches(observer, surfaceId, found, { ...options, describe });
  return { matches_text: shown.join('\n'), ...counts };
};

interface FitOptions<Shown> extends DescribeOptions {
  readonly describe: (element: StageElement, ref: number, context: string | undefined) => Shown;
}

const fitMatches = <Shown>(
  { book }: Observer,
  surfaceId: string,
  found: readonly Placed[],
  { limit, budgetTokens, around = {}, showsSurroundings = false, describe }: FitOptions<Shown>,
): Found<Shown> => {
  const elementOf = createShortener(budgetTokens);
  const candidates = found.slice(0, limit);
  const show = (placed: Placed, ref: number): Shown => {
    const context = showsSurroundings ? surroundings(placed) : placed.element.context;
    const clipped = context === undefined ? undefined : clipTokens(context, Math.floor(budgetTokens / 20));
    return describe(elementOf(placed), ref, clipped);
  };
  const costs = candidates.map((placed) => countTokens(`${JSON.stringify(show(placed, book.next + limit))},`));
  const aroundTokens = countTokens(JSON.stringify(around));
  let fitting: readonly Placed[] = [];
  const made = fit(budgetTokens - aroundTokens, (tokens) => {
    let left = tokens - fieldTokens;
    const room = costs.findIndex((cost) => (left -= cost) < 0);
    fitting = room < 0 ? candidates : candidates.slice(0, room);
    const refs = numberElements(book, fitting);
    const truncated = found.length - fitting.length;
    return {
      shown: fitting.map((placed) => show(placed, refs.get(placed) ?? 0)),
      count: found.length,
      ...(truncated > 0 && { truncated }),
    };
  });
  for (const placed of fitting) book.show(placed, surfaceId);
  return made;
};

/** Room for the names of the fields. */
const fieldTokens = 30;
