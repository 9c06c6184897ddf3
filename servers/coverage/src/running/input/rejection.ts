import type { JsonObject } from '@recourse/contract';
import { escapeHidden } from '@recourse/contract/hidden-characters';
import type { Rejection, RejectionCode, RunnerName } from '../plan.ts';
import { loadsCode, reasons, whyDangerous } from './flag-danger.ts';
import type { Danger } from './flag-danger.ts';

/** Longer values are shortened in messages: what a caller sent is known to the caller. */
const shownLength = 200;

/** A value as it can be repeated: one line, nothing hidden in it, not too long. */
const showValue = (value: string): string => {
  const seen = escapeHidden(value);
  return seen.length > shownLength ? `${seen.slice(0, shownLength)}…` : seen;
};

export interface RejectionFacts {
  readonly field: string;
  readonly value: string;
  readonly reason: string;
  readonly remediation: string;
  /** Details of the code other than field and value. */
  readonly more?: JsonObject;
}

/** The codes whose details have a reason. */
const withReason: ReadonlySet<RejectionCode> = new Set(['INPUT_REJECTED_PATH_SCOPE', 'INPUT_REJECTED_OTHER']);

/** Puts a rejection together so that its details are those of its code. */
export const reject = (code: RejectionCode, facts: RejectionFacts): Rejection => {
  const { field, reason, remediation, more } = facts;
  const value = showValue(facts.value);
  const details = { field, value, ...(withReason.has(code) && { reason }), ...more };
  return { code, field, value, reason, remediation, details };
};

interface FlagFacts {
  readonly flag: string;
  readonly runner: RunnerName;
  /** Set for a flag that is refused for this danger except with harmless values. */
  readonly only?: { readonly danger: Danger; readonly harmless: string };
}

/** Refuses a flag with the reason that applies to it; for one that loads code, in the words of the contract. */
export const rejectFlag = (field: string, value: string, { flag, runner, only }: FlagFacts): Rejection => {
  const shown = showValue(flag);
  const { reason, loads } =
    only === undefined
      ? whyDangerous(flag, runner)
      : { reason: `${reasons[only.danger]} unless its value is ${only.harmless}`, loads: false };
  return reject('INPUT_REJECTED_DANGEROUS_FLAG', {
    field,
    value,
    reason: `flag "${shown}" ${reason}; not allowed from MCP input`,
    remediation: `Remove the rejected flag from testArgs. ${loads ? deniedCode : `The flag ${reason}.`}`,
    more: { flag: shown, runner },
  });
};

const deniedCode = `The flag ${loadsCode} and is denied from MCP input. If you need it for trusted CLI use, run coverctl directly without MCP.`;
