import { judgeDuration } from '@recourse/engine/judged';
import type { Rejection } from '../plan.ts';
import { judgeCharacters } from './judge-text.ts';
import { reject } from './rejection.ts';

/** No run of a caller takes longer. */
const longestTimeoutMs = 7_200_000;
const longestTimeout = '2h';

/** How long a duration is, in milliseconds; Go's syntax, more than 0 and no more than the cap. */
export const judgeTimeout = async (
  value: string,
  { field = 'timeout' }: { readonly field?: string } = {},
): Promise<number | Rejection> => {
  const hidden = judgeCharacters(field, value);
  if (hidden) return hidden;
  const judged = await judgeDuration(value, { max: longestTimeout });
  return judged.ok ? judged.milliseconds : refuse(field, value, judged.reason);
};

/** The same for a length of time that is a number already. */
export const judgeTimeoutMs = (value: number, field: string): Rejection | undefined =>
  value > 0 && value <= longestTimeoutMs
    ? undefined
    : refuse(field, `${value}ms`, value > 0 ? `it is longer than ${longestTimeout}` : 'it must be more than 0');

const refuse = (field: string, value: string, reason: string): Rejection =>
  reject('INPUT_REJECTED_INVALID_TIMEOUT', {
    field,
    value,
    reason: `not a Go duration that is allowed: ${reason}`,
    remediation: `Use 30s, 10m, 1h30s, …; at most ${longestTimeout}.`,
  });
