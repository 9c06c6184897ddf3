import type { Json } from '@recourse/contract';

/** Pointers (with `*` for any item) cut into steps, so that a walk can follow them down. */
export type Steps = readonly string[];

export const parsePointers = (pointers: readonly string[]): readonly Steps[] =>
  pointers.map((pointer) =>
    pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
  );

/** The pointers that lead on through one key or index, each without that step. */
export const follow = (pointers: readonly Steps[], key: string): readonly Steps[] =>
  pointers.length === 0
    ? pointers
    : pointers.flatMap(([step, ...others]) => (step === key || step === '*' ? [others] : []));

export const isSensitive = (pointers: readonly Steps[]): boolean => pointers.some((steps) => steps.length === 0);

/** Shorter strings occur in ordinary sentences by chance. */
const shortestValue = 4;
const mostValues = 50;

/** The values of the sensitive fields, longest first: no message may repeat them. */
export const sensitiveValues = (value: Json | undefined, pointers: readonly string[]): readonly string[] => {
  const found = new Set<string>();
  const collect = (current: Json | undefined, open: readonly Steps[], inside: boolean): void => {
    if (found.size >= mostValues || (!inside && open.length === 0)) return;
    const here = inside || isSensitive(open);
    if (typeof current === 'string' || typeof current === 'number') {
      const text = String(current);
      if (here && text.length >= shortestValue) found.add(text);
    } else if (typeof current === 'object' && current !== null) {
      for (const [key, item] of Object.entries(current)) collect(item, follow(open, key), here);
    }
  };
  if (pointers.length > 0) collect(value, parsePointers(pointers), false);
  return [...found].sort((one, other) => other.length - one.length);
};
