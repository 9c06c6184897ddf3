import { judgeValue } from './flags/judge-value.ts';
import { readRules } from './flags/read-rules.ts';
import type { ReadRule, ReadRules } from './flags/read-rules.ts';
import { accept, refuse } from './guard.ts';
import type { GuardSettings, ListGuard, Refusal, Verdict } from './guard.ts';

/**
 * The arguments of a command. Only what is allowed passes, in exactly the spelling that is allowed: command lines
 * know abbreviations, bundles and second spellings, and a list of what is forbidden never has them all. Where a
 * value is a path, the command that is run opens it by name, after the check.
 */
export const argv: ListGuard = async (values, options, settings) => {
  const rules = readRules(options);
  const verdicts: Verdict[] = [];
  let owner: ReadRule | undefined;
  let onlyPositional = false;
  for (const value of values) {
    if (owner?.value) {
      verdicts.push(await judgeNext(value, owner.value, settings));
      owner = undefined;
    } else if (value === '--' && !onlyPositional && rules.separator && rules.positional) {
      onlyPositional = true;
      verdicts.push(accept());
    } else if (value.startsWith('-') && !onlyPositional) {
      const { verdict, takesNext } = await judgeFlag(value, rules, settings);
      verdicts.push(verdict);
      owner = takesNext;
    } else {
      verdicts.push(await judgePositional(value, rules, settings));
    }
  }
  if (owner && !owner.optional) verdicts[verdicts.length - 1] = refuse('value', 'its value is missing');
  return verdicts;
};

interface FlagVerdict {
  readonly verdict: Verdict;
  /** The rule whose value the next argument is. */
  readonly takesNext?: ReadRule;
}

const judgeFlag = async (value: string, rules: ReadRules, settings: GuardSettings): Promise<FlagVerdict> => {
  const alone = rules.byFlag.get(value);
  if (alone) return judgeAlone(alone);
  const equals = value.indexOf('=');
  const named = equals > 0 ? rules.byFlag.get(value.slice(0, equals)) : undefined;
  if (named) {
    if (!named.value || !named.forms.has('equals')) {
      return { verdict: refuse('not_allowed', "the flag does not accept a value after '='") };
    }
    return { verdict: await judgeValue(value.slice(equals + 1), named.value, settings) };
  }
  for (const [flag, rule] of rules.byFlag) {
    if (rule.value && rule.forms.has('attached') && value.startsWith(flag)) {
      return { verdict: await judgeValue(value.slice(flag.length), rule.value, settings) };
    }
  }
  return { verdict: notAllowed('the flag is not allowed', rules) };
};

/** Where both is possible, a flag that stands alone takes no value: the next argument is judged on its own. */
const judgeAlone = (rule: ReadRule): FlagVerdict => {
  if (rule.optional) return { verdict: accept() };
  return rule.forms.has('next')
    ? { verdict: accept(), takesNext: rule }
    : { verdict: refuse('value', 'the flag needs its value in the same argument') };
};

const judgeNext = (value: string, rule: NonNullable<ReadRule['value']>, settings: GuardSettings) =>
  value.startsWith('-')
    ? refuse('option', 'a flag is given where a value is expected')
    : (responseFile(value) ?? judgeValue(value, rule, settings));

const judgePositional = (value: string, rules: ReadRules, settings: GuardSettings): Promise<Verdict> | Verdict =>
  rules.positional
    ? (responseFile(value) ?? judgeValue(value, rules.positional, settings))
    : notAllowed('only flags are allowed', rules);

/** Many programs replace such an argument by the lines of the file, unseen by any guard. */
const responseFile = (value: string): Refusal | undefined =>
  value.startsWith('@')
    ? refuse('response_file', "it starts with '@' and could be read as the name of a file with arguments")
    : undefined;

const notAllowed = (reason: string, { flags }: ReadRules): Refusal =>
  refuse('not_allowed', reason, flags.length > 0 ? { allowed_values: flags } : undefined);
