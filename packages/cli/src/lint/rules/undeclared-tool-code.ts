import { didYouMean } from '../../terminal/did-you-mean.ts';
import type { ToolCodeUse } from '../facts.ts';
import type { Rule } from './rule.ts';

/** A handler that answers with a code which its tool does not declare: the caller gets INTERNAL_ERROR instead. */
export const undeclaredToolCode: Rule = {
  id: 'undeclared-tool-code',
  check: ({ tools }) => {
    // Tools that share a handler are reported once: the place to fix is the same.
    const reported = new Set<ToolCodeUse>();
    return tools.flatMap(({ name, errors, used }) => {
      const declared = new Set(errors.map(({ code }) => code));
      const missing = [...used].filter(([code, use]) => use.answers && !declared.has(code) && !reported.has(use));
      return missing.map(([code, use]) => {
        reported.add(use);
        return {
          place: use.place,
          code,
          message: `${name === null ? 'A tool' : `Tool '${name}'`} fails with ${code} but does not declare it.`,
          hint: `Add it to the errors of the tool, so that callers can expect it.${didYouMean(code, [...declared])}`,
        };
      });
    });
  },
};
