import type { Outcome } from '@recourse/contract';
import { redactText } from '../../redaction/redact.ts';
import type { RecordedState } from './recorded-call.ts';

const longestSubject = 256;

/** The subject column of an event: the subject that a failure names, else that of the call. */
export const recordedSubject = (
  state: Pick<RecordedState, 'subject'>,
  outcome?: Outcome,
  values: readonly string[] = [],
): string | null => {
  const subject = (outcome && !outcome.ok && outcome.subject) || state.subject;
  return subject ? redactText(`${subject.type}:${subject.id}`, values, longestSubject) : null;
};
