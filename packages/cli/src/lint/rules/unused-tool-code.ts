import type { Rule } from './rule.ts';

/** A code that a tool promises and its handler never answers with: callers are told of a failure that cannot be. */
export const unusedToolCode: Rule = {
  id: 'unused-tool-code',
  check: ({ tools }) =>
    tools.flatMap(({ name, errors, used, complete }) => {
      if (!complete) return [];
      return errors
        .filter(({ code }) => !used.has(code))
        .map(({ code, place }) => ({
          place,
          code,
          message: `${name === null ? 'A tool' : `Tool '${name}'`} declares ${code}, but its handler never fails with it.`,
          hint: 'Return it where it applies, or remove it; codes that pipeline stages return need not be listed.',
        }));
    }),
};
