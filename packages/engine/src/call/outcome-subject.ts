import type { Outcome, Subject } from '@recourse/contract';

const subjects = new WeakMap<Outcome, Subject>();

/** Remembers the subject of a successful call separately, because a success has no field for it. */
export const rememberSubject = (outcome: Outcome, subject: Subject): void => {
  subjects.set(outcome, subject);
};

/** The thing that the call of an outcome was about. */
export const outcomeSubject = (outcome: Outcome): Subject | undefined =>
  outcome.ok ? subjects.get(outcome) : outcome.subject;
