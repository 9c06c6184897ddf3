import type { Rejection } from '../plan.ts';
import type { ValueRule } from './flag-rule.ts';
import { judgeFilter } from './judge-filter.ts';
import { judgePlace } from './judge-place.ts';
import { judgeTags } from './judge-tags.ts';
import { judgeTimeout } from './judge-timeout.ts';
import { reject } from './rejection.ts';

/** The value as it goes into the plan, or why not. */
export type JudgedValue = string | Rejection;

export interface ValueContext {
  readonly field: string;
  /** The flag that the value belongs to. */
  readonly flag: string;
  readonly root: string;
}

/** Judges the value of a flag that is allowed. */
export const judgeValue = async (value: string, rule: ValueRule, context: ValueContext): Promise<JudgedValue> => {
  const { field, flag, root } = context;
  switch (rule.kind) {
    case 'text':
      return rule.pattern.test(value)
        ? value
        : refuse(value, context, `'${flag}' takes a value such as ${rule.example}`);
    case 'word':
      return rule.words.includes(value)
        ? value
        : refuse(value, context, `'${flag}' takes one of: ${rule.words.join(', ')}`);
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

const refuse = (value: string, { field, flag }: ValueContext, reason: string): Rejection =>
  reject('INPUT_REJECTED_OTHER', {
    field,
    value,
    reason,
    remediation: `Correct the value of '${flag}' in ${field} (${reason}), or leave it out.`,
  });
