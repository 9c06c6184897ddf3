import type { Json, JsonObject } from '@recourse/contract';
import { DocumentError } from './document-error.ts';

/** No real API document is nested deeper than this, and walking one that is would exhaust the stack. */
const maximumDepth = 100;
/** GitHub's description, one of the largest there are, has about 700,000. */
const maximumNodes = 3_000_000;

/** A document as plain JSON, and the references in it that lead elsewhere. */
export interface CleanDocument {
  readonly value: Json;
  readonly externals: readonly { readonly at: readonly string[]; readonly reference: string }[];
}

/** Copies what a parser made: without names that could reach a prototype, without numbers that JSON does not know, bounded. */
export const clean = (parsed: unknown): CleanDocument => {
  const externals: { at: readonly string[]; reference: string }[] = [];
  const path: string[] = [];
  let nodes = 0;
  const copy = (value: unknown): Json => {
    nodes += 1;
    if (nodes > maximumNodes) throw new DocumentError(`The document has more than ${maximumNodes} values.`);
    if (path.length > maximumDepth) {
      throw new DocumentError(`The document is nested deeper than ${maximumDepth} levels.`);
    }
    if (Array.isArray(value)) return value.map((item, index) => below(String(index), item));
    if (typeof value === 'object' && value !== null) return copyObject(value);
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    return typeof value === 'string' || typeof value === 'boolean' ? value : null;
  };
  const below = (key: string, value: unknown): Json => {
    path.push(key);
    const copied = copy(value);
    path.pop();
    return copied;
  };
  const copyObject = (value: object): JsonObject => {
    const copied: Record<string, Json> = {};
    for (const [key, member] of Object.entries(value)) {
      if (key === '__proto__') continue;
      copied[key] = below(key, member);
    }
    const reference = copied['$ref'];
    if (typeof reference === 'string' && !reference.startsWith('#')) externals.push({ at: [...path], reference });
    return copied;
  };
  return { value: copy(parsed), externals };
};
