import { mostlySame, similarity } from './similarity.ts';
import type { PagePart } from './split-sections.ts';

/** A page with more renamed sections than this is a different page. */
const mostComparisons = 2500;

/**
 * Finds for parts of one page the same parts of another: by heading, and where a heading was changed, by text. The
 * text before the first heading is always the same part.
 */
export const matchSections = (from: readonly PagePart[], to: readonly PagePart[]): ReadonlyMap<PagePart, PagePart> => {
  const byKey = new Map(to.map((part) => [part.key, part]));
  const matches = new Map<PagePart, PagePart>();
  for (const part of from) {
    const same = byKey.get(part.key);
    if (same) matches.set(part, same);
  }
  const taken = new Set(matches.values());
  const free = to.filter((part) => !taken.has(part));
  const unmatched = from.filter((part) => !matches.has(part));
  if (free.length * unmatched.length > mostComparisons) return matches;
  for (const part of unmatched) {
    const [best] = free
      .map((other) => ({ other, share: similarity(part.lines, other.lines) }))
      .filter(({ share }) => share >= mostlySame)
      .sort((one, two) => two.share - one.share);
    if (!best) continue;
    matches.set(part, best.other);
    free.splice(free.indexOf(best.other), 1);
  }
  return matches;
};
