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
 * How many values the document has once the parser has replaced every reference by what it points at; what is circular
 * it leaves as it is. Few references that point at each other in a ladder are a document without end for whoever walks
 * it that way.
 */
export const expandedSize = (document: JsonObject, follow: Follow): number => {
  const measures = new Map<object, Measure>();
  const measure = (value: Json | undefined): Measure => {
    if (typeof value !== 'object' || value === null) return leaf;
    const known = measures.get(value);
    if (known) return known;
    // Whoever comes here again before it is measured has come round.
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
