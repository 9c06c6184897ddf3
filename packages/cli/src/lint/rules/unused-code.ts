import type { DeclaredCode, Facts } from '../facts.ts';
import type { Rule } from './rule.ts';

/** A code that is promised and never answered with. */
export const unusedCode: Rule = {
  id: 'unused-code',
  check: (facts) => {
    const produced = producedNames(facts);
    const isUsed = ({ namespace, code }: DeclaredCode): boolean =>
      produced.has(code) || produced.has(`${namespace}.${code}`);
    return facts.declared
      .filter((declared) => !declared.reserved && !isUsed(declared))
      .map((declared) => ({
        place: declared.place,
        code: declared.code,
        message: `${declared.code} is declared but never produced.`,
        hint: "Return it where it applies, declare it with 'reserved: true' until then, or remove it.",
      }));
  },
};

/**
 * The codes that are produced, that a dialect shows for others, and that may be produced: a call whose code is chosen
 * at run time can be given any code that its package writes as a value.
 */
const producedNames = (facts: Facts): ReadonlySet<string> => {
  const names = new Set([...facts.rendered, ...facts.produced.filter(({ shown }) => !shown).map(({ code }) => code)]);
  const choosers = new Set(
    facts.unresolved.filter(({ rule }) => rule === 'dynamic-code').map(({ owner }) => owner?.directory ?? null),
  );
  for (const chooser of choosers) {
    for (const code of facts.mentioned.get(chooser) ?? []) names.add(code);
  }
  return names;
};
