import type { Rejection, RunnerName } from '../plan.ts';
import type { Danger } from './flag-danger.ts';
import type { ValueRule } from './flag-rule.ts';
import { judgeFilter } from './judge-filter.ts';
import { judgePlace } from './judge-place.ts';
import { judgeTags } from './judge-tags.ts';
import { judgeTimeout } from './judge-timeout.ts';
import { reject, rejectFlag } from './rejection.ts';

/** The value as it goes into the plan, or why not. */
export type JudgedValue = string | Rejection;

export interface ValueContext {
  readonly field: string;
  /** The flag that the value belongs to. */
  readonly flag: string;
  readonly root: string;
  readonly runner: RunnerName;
}

/** Judges the value of a flag that is allowed. */
export const judgeValue = async (value: string, rule: ValueRule, context: ValueContext): Promise<JudgedValue> => {
  const { field, flag, root } = context;
  switch (rule.kind) {
    case 'text':
      if (rule.pattern.test(value)) return value;
      return rule.loads === true
        ? refuseFor('loads', value, context, `of the form ${rule.example}`)
        : refuse(value, context, `'${flag}' takes a value such as ${rule.example}`);
    case 'word':
      if (rule.words.includes(value)) return value;
      if (rule.controls?.test(value) === true) return refuseFor('controls', value, context, oneOf(rule.words));
      if (rule.writes === true) return refuseFor('writes', value, context, oneOf(rule.words));
      return rule.loads === true
        ? refuseFor('loads', value, context, oneOf(rule.words))
        : refuse(value, context, `'${flag}' must be one of: ${rule.words.join(', ')}`);
    case 'filter':
      return judgeFilter(field, value) ?? value;
    case 'tags':
      return judgeTags(field, value) ?? value;
    case 'path': {
      const place = await judgePlace(field, value, root);
      return 'code' in place ? place : place.argument;
    }
    case 'duration': {
      if (/^0+(?:ns|us|µs|ms|s|m|h)?$/.test(value)) return '0';
      const judged = await judgeTimeout(value, { field });
      return typeof judged === 'number' ? value : judged;
    }
  }
};

const oneOf = (words: readonly string[]): string => `one of: ${words.join(', ')}`;

/** Refuses a value for what the runner would do with it, although the flag is allowed with other values. */
const refuseFor = (danger: Danger, value: string, { field, flag, runner }: ValueContext, harmless: string): Rejection =>
  rejectFlag(field, `${flag}=${value}`, { flag, runner, only: { danger, harmless } });

const refuse = (value: string, { field, flag }: ValueContext, reason: string): Rejection =>
  reject('INPUT_REJECTED_OTHER', {
    field,
    value,
    reason,
    remediation: `Correct the value of '${flag}' in ${field} (${reason}), or omit it.`,
  });
