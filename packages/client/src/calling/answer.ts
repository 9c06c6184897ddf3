import { mayHaveFailed, readResult, unreadable } from '../reading/read-result.ts';
import { isSessionGone, readThrown, saysNotConnected } from '../reading/read-thrown.ts';
import type { Reading } from '../reading/reading.ts';
import type { Settings } from './settings.ts';
import type { Wire } from './wire.ts';

/** The result of one call, or the value that it threw. */
export type Answer = { readonly result: object } | { readonly thrown: unknown };

/**
 * Reads an answer as a failure, or returns undefined for a success. A client in the same process can pass values that
 * are not JSON, such as a getter that throws; those read as `unreadable`.
 */
export const readAnswer = (
  answer: Answer,
  tool: string,
  wire: Wire,
  { limits, now, rules }: Settings,
): Promise<Reading | undefined> | Reading | undefined => {
  const { announced, dialect, server } = wire;
  try {
    // REST endpoints always implement the contract: only MCP servers can be ordinary ones.
    const isOrdinary = !announced && wire.refuse !== undefined;
    const isDisguise = isOrdinary && rules.readsSuccesses;
    if ('result' in answer && !isDisguise && !mayHaveFailed(answer.result, announced)) return undefined;
    const own = !isOrdinary ? undefined : { tool, sets: rules.setsFor(server) };
    const options = { limits, now: now(), announced: dialect, rules: own };
    if ('thrown' in answer) return readThrown(answer.thrown, options);
    return readResult(answer.result, options).catch(unreadable);
  } catch {
    return unreadable();
  }
};

/** True if the connection was lost: no call can be sent before a new one is open. */
export const isDisconnected = (answer: Answer | undefined): boolean => {
  if (!answer || 'result' in answer || typeof answer.thrown !== 'object' || answer.thrown === null) return false;
  const error = answer.thrown as Readonly<Record<string, unknown>>;
  try {
    const { code, message } = error;
    if (code === 'CONNECTION_CLOSED' || code === 'NOT_CONNECTED' || isSessionGone(error)) return true;
    return saysNotConnected(error) || (code === -32_000 && String(message).includes('Connection closed'));
  } catch {
    return false;
  }
};
