import { byPlace } from '../by-place.ts';
import type { DeclaredCode } from '../facts.ts';
import type { Rule } from './rule.ts';

/** One key with two rows: which of them holds depends on what is loaded last. */
export const duplicateCode: Rule = {
  id: 'duplicate-code',
  check: ({ declared }) => {
    const first = new Map<string, DeclaredCode>();
    const inOrder = [...declared].sort((one, other) => byPlace(one.place, other.place));
    return inOrder.flatMap((row) => {
      // A namespace that cannot be read may be any, so that nothing is known to be declared twice.
      if (row.namespace === undefined) return [];
      const key = `${row.namespace ?? ''}.${row.code}`;
      const earlier = first.get(key);
      if (earlier === undefined) {
        first.set(key, row);
        return [];
      }
      const where = row.namespace === null ? 'without a namespace' : `in namespace '${row.namespace}'`;
      return [
        {
          place: row.place,
          code: row.code,
          message: `${row.code} is already declared ${where} at ${earlier.place.file}:${earlier.place.line}.`,
          hint: 'Remove one of the two declarations.',
        },
      ];
    });
  },
};
