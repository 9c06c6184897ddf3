import type { DeclaredCode } from '../facts.ts';
import type { Rule } from './rule.ts';

/** The lock does not bind a reserved code; once it is produced, clients depend on it. */
export const reservedCodeProduced: Rule = {
  id: 'reserved-code-produced',
  check: ({ declared, produced }) => {
    const rows = new Map<string, DeclaredCode[]>();
    for (const row of declared) {
      for (const name of [row.code, `${row.namespace}.${row.code}`]) {
        const same = rows.get(name);
        if (same) same.push(row);
        else rows.set(name, [row]);
      }
    }
    return produced.flatMap((use) => {
      if (use.shown) return [];
      const [first, ...others] = rows.get(use.code) ?? [];
      // Namespaces may share a name; only when each of them reserves it is the use certainly one of a reserved code.
      if (!first?.reserved || !others.every(({ reserved }) => reserved)) return [];
      return [
        {
          place: use.place,
          code: use.code,
          message: `${use.code} is produced here but reserved in its registry (${first.place.file}:${first.place.line}).`,
          hint: "Remove 'reserved' from its declaration, so that its meaning is locked from now on.",
        },
      ];
    });
  },
};
