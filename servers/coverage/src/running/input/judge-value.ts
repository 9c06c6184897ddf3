import type { Rejection, RunnerName } from '../plan.ts';
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
        ? refuseLoading(value, context, `of the form ${rule.example}`)
        : refuse(value, context, `'${flag}' takes a value such as ${rule.example}`);
    case 'word':
      if (rule.words.includes(value)) return value;
      if (rule.writes === true) return refuseWriting(value, context, `one of: ${rule.words.join(', ')}`);
      return rule.loads === true
        ? refuseLoading(value, context, `one of: ${rule.words.join(', ')}`)
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

/** Refuses a value that the runner would load as code, although it allows the flag with other values. */
const refuseLoading = (value: string, { field, flag, runner }: ValueContext, harmless: string): Rejection =>
  rejectFlag(field, `${flag}=${value}`, { flag, runner, only: { danger: 'loads', harmless } });

/** Refuses a value for which the runner would write files, although it allows the flag with other values. */
const refuseWriting = (value: string, { field, flag, runner }: ValueContext, harmless: string): Rejection =>
  rejectFlag(field, `${flag}=${value}`, { flag, runner, only: { danger: 'writes', harmless } });

const refuse = (value: string, { field, flag }: ValueContext, reason: string): Rejection =>
  reject('INPUT_REJECTED_OTHER', {
    field,
    value,
    reason,
    remediation: `Correct the value of '${flag}' in ${field} (${reason}), or omit it.`,
  });
