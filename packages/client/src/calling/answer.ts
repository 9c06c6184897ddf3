import type { Settings } from './settings.ts';
import type { Wire } from './wire.ts';
import { mayHaveFailed, readResult, unreadable } from '../reading/read-result.ts';
import { isSessionGone, readThrown } from '../reading/read-thrown.ts';
import type { Reading } from '../reading/reading.ts';

/** What came back of one call: a result, or what was thrown instead. */
export type Answer = { readonly result: object } | { readonly thrown: unknown };

/**
 * An answer as a failure; undefined where it is a success. A client in the same process can hand over what is no JSON,
 * such as a field that throws when it is looked at: then nothing is known but that something was answered.
 */
export const readAnswer = (
  answer: Answer,
  { announced, dialect }: Wire,
  { limits, now }: Settings,
): Promise<Reading | undefined> | Reading | undefined => {
  try {
    if ('result' in answer && !mayHaveFailed(answer.result, announced)) return undefined;
    const options = { limits, now: now(), announced: dialect };
    if ('thrown' in answer) return readThrown(answer.thrown, options);
    return readResult(answer.result, options).catch(unreadable);
  } catch {
    return unreadable();
  }
};

/** The server is at fault, or is not there. A refusal is an answer, and a limit of calls is a refusal. */
export const isFault = ({ source, failure }: Reading): boolean => {
  if (source === 'transport') return failure.recovery === 'retry';
  if (source !== 'contract' && source !== 'dialect') return false;
  return (failure.category === 'upstream' || failure.category === 'internal') && failure.code !== 'CALL_CANCELLED';
};

/** The connection is gone, and no call can be sent before there is a new one. */
export const isDisconnected = (answer: Answer | undefined): boolean => {
  if (!answer || 'result' in answer || typeof answer.thrown !== 'object' || answer.thrown === null) return false;
  const error = answer.thrown as Readonly<Record<string, unknown>>;
  try {
    const { code, message } = error;
    if (code === 'CONNECTION_CLOSED' || code === 'NOT_CONNECTED' || isSessionGone(error)) return true;
    return message === 'Not connected' || (code === -32_000 && String(message).includes('Connection closed'));
  } catch {
    return false;
  }
};
