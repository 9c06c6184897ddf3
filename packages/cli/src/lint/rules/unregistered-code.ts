import { didYouMean } from '../../terminal/did-you-mean.ts';
import { parseCodeName } from '../code-name.ts';
import type { Rule } from './rule.ts';

/** A code that no registry declares: an agent that meets it finds it nowhere. */
export const unregisteredCode: Rule = {
  id: 'unregistered-code',
  check: (facts) => {
    const known = [...facts.declared, ...facts.builtIn];
    const codes = new Set(known.map(({ code }) => code));
    const plugins = new Set(known.map(({ namespace }) => namespace));
    return facts.produced.flatMap((produced) => {
      // The compiler holds these, and other things than sets of codes have definitions too.
      if (produced.how === 'definition') return [];
      const name = parseCodeName(produced.code);
      if (name === null || (name.plugin === null ? codes.has(name.code) : plugins.has(name.plugin))) return [];
      return [
        {
          place: produced.place,
          code: produced.code,
          message: `No registry declares ${produced.code}.`,
          hint: `Declare it with defineCodes, or also scan the directory that declares it.${didYouMean(produced.code, [...codes])}`,
        },
      ];
    });
  },
};
