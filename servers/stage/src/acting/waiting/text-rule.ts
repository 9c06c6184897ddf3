import { readPattern } from '@recourse/engine/third-party-schemas';
import { BadArgumentError } from '../../reading/bad-argument-error.ts';

/** A rule for a string. Exactly one of the first five is given. */
export interface TextRule {
  readonly equals?: string | undefined;
  readonly contains?: string | undefined;
  readonly regex?: string | undefined;
  readonly not_equals?: string | undefined;
  readonly not_contains?: string | undefined;
  /** Flags of `regex`: i, m, s and u. */
  readonly flags?: string | undefined;
}

const ruleNames = ['equals', 'contains', 'regex', 'not_equals', 'not_contains'] as const;

/** Compiles a rule. Patterns run in linear time. Throws BadArgumentError. */
export const compileRule = (rule: TextRule): ((text: string) => boolean) => {
  const name = ruleNames.find((one) => rule[one] !== undefined);
  if (name === undefined) throw new BadArgumentError('equals', `one of ${ruleNames.join(', ')} is required`);
  const wanted = rule[name] ?? '';
  switch (name) {
    case 'equals':
      return (text) => text === wanted;
    case 'contains':
      return (text) => text.includes(wanted);
    case 'not_equals':
      return (text) => text !== wanted;
    case 'not_contains':
      return (text) => !text.includes(wanted);
    case 'regex':
      return compilePattern(wanted, rule.flags ?? '', 'regex');
  }
};

/** Compiles a pattern that a caller wrote. Every pattern is a pattern of Unicode characters, so that `u` changes nothing. */
export const compilePattern = (source: string, flags: string, argument: string): ((text: string) => boolean) => {
  const inline = [...new Set(flags.replaceAll('u', '').split(''))].join('');
  const pattern = readPattern(inline === '' ? source : `(?${inline})${source}`);
  if ('problem' in pattern) throw new BadArgumentError(argument, pattern.problem);
  return (text) => pattern.test(text);
};

/** The rule alone, for the details of a failure. */
export const describeRule = (rule: TextRule): Record<string, string> =>
  Object.fromEntries(
    [...ruleNames, 'flags' as const].flatMap((name) => {
      const value = rule[name];
      return value === undefined ? [] : [[name, value.slice(0, longestShown)]];
    }),
  );

/** Values in answers are cut: a whole page of text helps no reader. */
const longestShown = 1000;
export const shownText = (text: string): string =>
  text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
