import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { Follow } from './references.ts';

interface Measure {
  readonly size: number;
  /** Whether it leads to something that leads back to itself. */
  readonly isCircular: boolean;
}

const leaf: Measure = { size: 1, isCircular: false };

/**
 * Counts the values of the document after the parser has replaced every reference by its target; circular references
 * stay as they are. A few references that point at each other like a ladder expand exponentially.
 */
export const expandedSize = (document: JsonObject, follow: Follow): number => {
  const measures = new Map<object, Measure>();
  const measure = (value: Json | undefined): Measure => {
    if (typeof value !== 'object' || value === null) return leaf;
    const known = measures.get(value);
    if (known) return known;
    // A value that is reached again before it is measured is circular.
    measures.set(value, { size: 1, isCircular: true });
    const members: readonly (Json | undefined)[] = isJsonObject(value) ? Object.values(value) : value;
    let size = 1;
    let isCircular = false;
    for (const member of members) {
      const inner = measure(member);
      size += inner.size;
      isCircular ||= inner.isCircular;
    }
    if (isJsonObject(value) && typeof value['$ref'] === 'string') {
      const target = measure(follow(value));
      isCircular ||= target.isCircular;
      if (!target.isCircular) size += target.size;
    }
    const found = { size, isCircular };
    measures.set(value, found);
    return found;
  };
  return measure(document).size;
};
