import { contractPackage } from '../collect/built-in-codes.ts';
import type { Rule } from './rule.ts';

/** A core code means the same everywhere; a registry that redefines one is refused when it is loaded. */
export const redefinedCoreCode: Rule = {
  id: 'redefined-core-code',
  check: ({ declared, builtIn }) => {
    const core = new Set(builtIn.filter(({ namespace }) => namespace === null).map(({ code }) => code));
    return declared
      .filter(({ code, namespace, owner }) => {
        const isTheCore = namespace === null && owner?.name === contractPackage;
        return core.has(code) && !isTheCore;
      })
      .map((row) => ({
        place: row.place,
        code: row.code,
        message: `${row.code} is already a core code.`,
        hint: 'Remove the declaration and use the core code, or choose another name.',
      }));
  },
};
