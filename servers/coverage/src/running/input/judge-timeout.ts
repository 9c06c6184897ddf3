import { judgeDuration } from '@recourse/engine/untrusted-values';
import type { Rejection } from '../plan.ts';
import { judgeCharacters } from './judge-text.ts';
import { reject } from './rejection.ts';

const nanosecondMs = 1e-6;

/** The length of a positive Go duration in whole milliseconds, rounded up. How long is too long is not judged here. */
export const judgeTimeout = async (
  value: string,
  { field = 'timeout' }: { readonly field?: string } = {},
): Promise<number | Rejection> => {
  const hidden = judgeCharacters(field, value);
  if (hidden) return hidden;
  // Go reads a sign before a duration.
  const judged = await judgeDuration(value.replace(/^\+/, ''));
  if (!judged.ok) return refuse(field, value, judged.reason);
  // Go cuts what is less than a nanosecond, which leaves 0.
  if (judged.milliseconds < nanosecondMs) return refuse(field, value, 'it must be more than 0');
  return Math.ceil(judged.milliseconds);
};

/** Refuses a duration that is not a positive number of milliseconds. */
export const judgeTimeoutMs = (value: number, field: string): Rejection | undefined =>
  value > 0 && Number.isFinite(value) ? undefined : refuse(field, `${value}ms`, 'it must be more than 0');

const refuse = (field: string, value: string, reason: string): Rejection =>
  reject('INPUT_REJECTED_INVALID_TIMEOUT', {
    field,
    value,
    reason: `not a Go duration: ${reason}`,
    remediation: 'Use 30s, 10m, 1h30s, …',
  });
