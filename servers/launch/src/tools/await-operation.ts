import { RunError } from '@recourse/runs';
import type { OperationName, RunStatus } from '@recourse/runs';
import type { Principal, Progress } from '@recourse/engine';
import { fail, refuseCancelled, subjectOf } from './failures.ts';
import type { Toolbox } from './toolbox.ts';

/** The parts of a call that waiting needs. */
export interface Waiting {
  readonly principal: Pick<Principal, 'id'>;
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
}

interface Awaited {
  readonly run_id: string;
  readonly tool: string;
  readonly operation: OperationName | 'resume';
  readonly limitMs: number;
  /** Ends the wait before the operation has ended. */
  readonly until?: (status: RunStatus) => boolean;
}

const keyOf = ({ id }: Waiting['principal'], run_id: string, operation: string): string =>
  JSON.stringify([id, run_id, operation]);

/** Whether this caller did not get the result of this work when it asked for it. */
export const isUnanswered = (
  { unanswered }: Toolbox,
  { principal }: Pick<Waiting, 'principal'>,
  { run_id, operation }: Pick<Awaited, 'run_id' | 'operation'>,
): boolean => unanswered.has(keyOf(principal, run_id, operation));

/**
 * Waits for the work on a run, and reports its progress. A caller that leaves before its end finds the result by the
 * same call: the work continues without it.
 */
export const awaitOperation = async (toolbox: Toolbox, call: Waiting, awaited: Awaited): Promise<RunStatus> => {
  const { run_id, tool, limitMs, until } = awaited;
  const key = keyOf(call.principal, run_id, awaited.operation);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  remember(toolbox.unanswered, key);
  try {
    let last: RunStatus | undefined;
    for await (const status of toolbox.runs.watch(run_id, AbortSignal.any([call.signal, limit.signal]))) {
      last = status;
      call.progress(progressOf(status));
      if (until?.(status)) break;
    }
    // An operation that ended between two looks leaves its last status unseen.
    const ended = last && until?.(last) ? last : await toolbox.runs.status(run_id);
    toolbox.unanswered.delete(key);
    if (ended.state === 'CANCELLED') refuseCancelled(ended);
    return ended;
  } catch (error) {
    if (!limit.signal.aborted || call.signal.aborted || error instanceof RunError) throw error;
    throw new RunError(
      fail('TOOL_TIMEOUT', { tool, timeout_ms: limitMs }, { subject: subjectOf(run_id), effect: 'none' }),
    );
  } finally {
    clearTimeout(timer);
  }
};

const mostRemembered = 10_000;

const remember = (unanswered: Set<string>, key: string): void => {
  unanswered.add(key);
  const [oldest] = unanswered;
  if (unanswered.size > mostRemembered && oldest !== undefined) unanswered.delete(oldest);
};

/** Events only ever become more, as progress must; the percentage may fall where a repair opens work again. */
const progressOf = ({ progress, state, last_event }: RunStatus): Progress => {
  const workers = progress.running.length > 0 ? `: ${progress.running.join(', ')}` : '';
  return { progress: last_event, message: `${progress.percent} %, ${state}${workers}` };
};
