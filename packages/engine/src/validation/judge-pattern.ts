import { isInstance } from '@recourse/contract/thrown';
import { patternSize } from '../guards/pattern-size.ts';
import { UnsupportedPatternError, parsePattern } from './parse-pattern.ts';
import { isHarmless } from './pattern-cost.ts';
import { writeLinear } from './write-linear.ts';
import { isZodPattern } from './zod-patterns.ts';

/** How a pattern of a tool's schema runs: natively with these flags, or as an expression of RE2. Or why it is refused. */
export type JudgedPattern =
  | { readonly run: 'native'; readonly flags: 'u' | '' }
  | { readonly run: 'linear'; readonly source: string }
  | { readonly run: 'refused'; readonly problem: string };

const mostSteps = 4000;
const mostRepetitions = 1000;
/** Schemas repeat their patterns, and a pattern is judged when it is registered and when it is compiled. */
const mostKept = 1000;
const judged = new Map<string, JudgedPattern>();

/**
 * Decides how a pattern runs in linear time. The native engine runs zod's own patterns and those that are proven
 * harmless; RE2 runs all others. Lookaround and references to groups have no linear form and are refused.
 */
export const judgePattern = (source: string): JudgedPattern => {
  const known = judged.get(source);
  if (known) return known;
  if (judged.size >= mostKept) judged.clear();
  const judgement = judge(source);
  judged.set(source, judgement);
  return judgement;
};

const judge = (source: string): JudgedPattern => {
  const isValid = isValidWithUnicode(source);
  const judgement = isValid ? judgeSyntax(source) : refused("is not valid with the flag 'u'");
  return judgement.run !== 'native' && isZodPattern(source) ? { run: 'native', flags: isValid ? 'u' : '' } : judgement;
};

const judgeSyntax = (source: string): JudgedPattern => {
  try {
    const pattern = parsePattern(source);
    if (isHarmless(pattern)) return { run: 'native', flags: 'u' };
    if (repeatsTooOften(source)) return refused(`repeats a part more than ${mostRepetitions} times`);
    const linear = writeLinear(pattern);
    const size = patternSize(linear);
    if (size === undefined || size > mostSteps)
      return refused('has repetitions that expand to an expression that is too large');
    return { run: 'linear', source: linear };
  } catch (error) {
    const reason = isInstance(error, UnsupportedPatternError) ? error.message : 'unknown syntax';
    return refused(`cannot run in linear time, because of ${reason}`);
  }
};

const isValidWithUnicode = (source: string): boolean => {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
};

const refused = (problem: string): JudgedPattern => ({ run: 'refused', problem });

const repeatsTooOften = (source: string): boolean =>
  [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/gu)].some(
    ([, least = '', most = '']) => Math.max(Number(least), Number(most)) > mostRepetitions,
  );
