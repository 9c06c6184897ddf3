import { isFailure, isJsonObject } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import { recourse } from '@recourse/contract/dialects/recourse';

/** An outcome as text. Nothing is lost: a failure is written in our own dialect, which carries all of it. */
export const renderOutcome = (outcome: Outcome): string =>
  JSON.stringify(isFailure(outcome) ? recourse.render(outcome) : outcome);

/** Parses a stored outcome; undefined if the text is not an outcome. */
export const parseOutcome = (text: string): Outcome | undefined => {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(read)) return undefined;
  if (read['ok'] === false) return recourse.parse(read);
  if (!('value' in read) || !Array.isArray(read['warnings'])) return undefined;
  return { ...read, ok: true } as unknown as Outcome;
};
