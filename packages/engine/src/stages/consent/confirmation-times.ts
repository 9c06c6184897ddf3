import type { Danger } from '../../levels.ts';
import type { PolicySettings } from '../../settings/settings.ts';

const minuteMs = 60_000;

/** The subject of a confirmation: the danger of a call, or a quota that has paused. */
export type ConfirmationSubject = Danger | 'quota';

/** The default time in which a confirmation can be given, as in MCP-AQL. */
const defaultConfirmationMs: Readonly<Record<ConfirmationSubject, number>> = {
  safe: 5 * minuteMs,
  reversible: 5 * minuteMs,
  destructive: 5 * minuteMs,
  dangerous: 5 * minuteMs,
  forbidden: 2 * minuteMs,
  quota: 5 * minuteMs,
};

/** The longest that an operator may allow, unless only a person elsewhere can confirm. */
export const longestConfirmationMs: Readonly<Record<ConfirmationSubject, number>> = {
  safe: 15 * minuteMs,
  reversible: 15 * minuteMs,
  destructive: 15 * minuteMs,
  dangerous: 15 * minuteMs,
  forbidden: 5 * minuteMs,
  quota: 10 * minuteMs,
};

export const confirmationMsOf = ({ confirmationMs }: PolicySettings, subject: ConfirmationSubject): number =>
  (typeof confirmationMs === 'number' ? confirmationMs : confirmationMs?.[subject]) ?? defaultConfirmationMs[subject];
