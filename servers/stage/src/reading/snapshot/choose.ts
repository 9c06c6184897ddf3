import type { Placed } from '../../references/placed.ts';
import { rankOf } from './rank.ts';

/** A long element must not keep shorter ones out; after this many, the rest is full. */
const mostMisfits = 30;

export interface ChooseOptions {
  readonly tokens: number;
  readonly most: number;
  readonly costOf: (placed: Placed) => number;
  readonly scope: ReadonlySet<Placed>;
}

/** The elements that fit, in document order. Containers of shown elements are shown too, if they are in scope. */
export const choose = (
  wanted: readonly Placed[],
  { tokens, most, costOf, scope }: ChooseOptions,
): readonly Placed[] => {
  const chosen = new Set<Placed>();
  let left = tokens;
  let misfits = 0;
  const ranked = wanted.map((placed) => ({ placed, rank: rankOf(placed) }));
  ranked.sort((one, other) => one.rank - other.rank || one.placed.position - other.placed.position);
  for (const { placed } of ranked) {
    const added = [...missing(placed, chosen)].filter((one) => scope.has(one));
    const cost = added.reduce((sum, one) => sum + costOf(one), 0);
    if (cost > left || chosen.size + added.length > most) {
      misfits += 1;
      if (misfits > mostMisfits) break;
      continue;
    }
    left -= cost;
    for (const one of added) chosen.add(one);
  }
  return [...chosen].toSorted((one, other) => one.position - other.position);
};

function* missing(placed: Placed, chosen: ReadonlySet<Placed>): Generator<Placed> {
  for (let at: Placed | undefined = placed; at && !chosen.has(at); at = at.parent) yield at;
}
