import type { Placed } from '../references/placed.ts';

/** Conditions on elements. All given conditions must hold. */
export interface ElementFilter {
  readonly role?: string | undefined;
  /** A part of the name, in any case of letters. */
  readonly nameContains?: string | undefined;
  /** The whole name, in any case of letters. */
  readonly nameExact?: string | undefined;
  readonly interactive?: boolean | undefined;
  readonly enabled?: boolean | undefined;
  readonly inViewport?: boolean | undefined;
}

/** The elements that a filter describes, in document order; exact names before others. */
export const findElements = (placed: readonly Placed[], filter: ElementFilter): readonly Placed[] => {
  const contains = filter.nameContains?.toLowerCase();
  const exact = filter.nameExact?.toLowerCase();
  const found = placed.filter(({ element }) => {
    const name = element.name.toLowerCase();
    if (filter.role !== undefined && element.role !== filter.role) return false;
    if (contains !== undefined && !name.includes(contains)) return false;
    if (exact !== undefined && name !== exact) return false;
    if (filter.interactive !== undefined && element.isInteractive !== filter.interactive) return false;
    if (filter.enabled !== undefined && (element.state.disabled !== true) !== filter.enabled) return false;
    return filter.inViewport === undefined || element.isInViewport === filter.inViewport;
  });
  if (contains === undefined) return found;
  const isExact = ({ element }: Placed): number => (element.name.toLowerCase() === contains ? 0 : 1);
  return found.toSorted((one, other) => isExact(one) - isExact(other));
};
