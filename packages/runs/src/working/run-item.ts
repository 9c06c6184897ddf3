import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredArtifact } from '@recourse/stores';
import { fail, RunError, runSubject } from '../failing.ts';
import { runFailureOf } from '../model/run-failure.ts';
import { workItemId } from '../model/work-item.ts';
import type { WorkerKind, WorkItem } from '../model/work-item.ts';
import type { WorkContext } from '../pipeline/work-context.ts';
import { placeOf } from '../record/apply-event.ts';
import { draft } from '../record/payloads.ts';
import type { Draft } from '../record/payloads.ts';
import { createContext } from './create-context.ts';
import { inputsHashOf } from './inputs.ts';
import { runBounded } from './run-bounded.ts';
import type { Session } from './session.ts';
import { checkSteps, Spending } from './spending.ts';
import { failureOfStep, isBeyondStep, ItemFailedError } from './step-failure.ts';

/** The result of a worker, ready to be recorded. */
export interface Concluded {
  readonly drafts: readonly Draft[];
  readonly artifacts: readonly StoredArtifact[];
  readonly outputs: readonly string[];
  readonly changed_nothing?: boolean;
}

/** One thing to do: a worker, a scope, and how its result is read. */
export interface Task {
  readonly kind: WorkerKind;
  readonly worker: {
    readonly name: string;
    readonly needs?: readonly string[];
    readonly version?: string;
    readonly timeoutMs?: number;
    readonly retries?: number;
  };
  readonly scope: string;
  /** Runs also if nothing has changed since the last time. */
  readonly always?: boolean;
  invoke(context: WorkContext): unknown;
  /** Reads the result. Throws if it is not what the worker declares. */
  conclude(result: unknown, item: WorkItem, elapsedMs: number): Concluded;
}

const defaultTimeoutMs = 10 * 60 * 1000;
const defaultRetries = 2;
const longestRetryPauseMs = 30_000;
/** A step that kills its process each time must not do so forever. */
const mostInterruptions = 20;

/** Whether a task has a result for the inputs of today. */
export const isMemoised = (session: Session, { worker, scope, always = false }: Task): boolean => {
  const latest = latestOf(session, worker.name, scope);
  return !always && latest?.status === 'finished' && latest.inputs_hash === inputsHashOf(session, worker, scope);
};

/** Performs a task, with retries, unless it has a result already. `before` is recorded together with its start. */
export const runTask = async (session: Session, task: Task, before: readonly Draft[] = []): Promise<void> => {
  if (isMemoised(session, task)) {
    if (before.length > 0) await session.journal.append(before);
    return;
  }
  const { retries = defaultRetries } = task.worker;
  let entering = before;
  for (let tried = 0; ; tried += 1) {
    const failure = await attempt(session, task, entering);
    if (!failure) return;
    entering = [];
    if (!failure.retryable || tried >= retries) throw new ItemFailedError(task.worker.name, failure);
    const pauseMs = failure.retry_after_ms ?? session.settings.retryPauseMs * 2 ** tried;
    await sleep(Math.min(pauseMs, longestRetryPauseMs), undefined, { signal: session.signal }).catch(() => undefined);
    session.signal.throwIfAborted();
  }
};

/** The events that queue a task; none if it waits already. */
export const queueTask = (session: Session, task: Task): readonly Draft[] => {
  const { run_id } = session.snapshot;
  const { kind, scope, worker } = task;
  const inputs_hash = inputsHashOf(session, worker, scope);
  const known = latestOf(session, worker.name, scope);
  if (known?.status === 'queued' && known.inputs_hash === inputs_hash) return [];
  const number = (known?.attempt ?? 0) + 1;
  const id = workItemId(run_id, worker.name, number, scope);
  const facts = { id, kind, worker: worker.name, scope, attempt: number, inputs_hash };
  session.latest.set(placeOf(worker.name, scope), { ...facts, queued_event: 0, status: 'queued', queued_at: '' });
  return [draft('WORK_ITEM_QUEUED', facts)];
};

/** The newest item of a worker and a scope, as the record has it. */
const latestOf = ({ latest, snapshot }: Session, worker: string, scope: string): WorkItem | undefined => {
  const known = latest.get(placeOf(worker, scope));
  return known && (snapshot.work_items[known.id] ?? known);
};

/** One attempt. Returns the failure of the worker, which is recorded; what is beyond the worker is thrown. */
const attempt = async (session: Session, task: Task, before: readonly Draft[]) => {
  const { journal, settings, signal } = session;
  const { worker, scope } = task;
  checkInterruptions(session, task);
  checkSteps(session);
  const queued = queueTask(session, task);
  const item = latestOf(session, worker.name, scope);
  if (!item) throw new Error(`${worker.name} was not queued`);
  const span = journal.newSpan();
  const starting = task.kind === 'gate' ? [draft('GATE_RUN_STARTED', { gate: worker.name }, span)] : [];
  await journal.append([...before, ...queued, draft('WORK_ITEM_STARTED', { id: item.id }, span), ...starting]);
  const spending = new Spending(session);
  const started = settings.now();
  const elapsed = (): number => Math.max(0, settings.now() - started);
  try {
    const { timeoutMs = defaultTimeoutMs } = worker;
    const onTimeout = (): Error => new RunError(timedOut(session, worker.name, timeoutMs));
    const invoke = (bounded: AbortSignal): unknown =>
      task.invoke(createContext(session, { item, signal: bounded, span, spending }));
    const result = await session.runStep(item.id, () => runBounded(invoke, { signal, timeoutMs, onTimeout }));
    const { drafts, artifacts, outputs, changed_nothing } = task.conclude(result, item, elapsed());
    const facts = {
      id: item.id,
      outputs,
      elapsed_ms: elapsed(),
      ...spending.used,
      ...(task.kind === 'fixer' && changed_nothing && { changed_nothing }),
    };
    const spanned = drafts.map((one) => ({ ...one, span_id: span }));
    await journal.append([...spanned, draft('WORK_ITEM_FINISHED', facts, span)], { artifacts });
    spending.settle();
    return undefined;
  } catch (error) {
    if (isBeyondStep(error)) throw error;
    const failure = failureOfStep(worker.name, error);
    const facts = { id: item.id, failure: runFailureOf(failure, worker.name), elapsed_ms: elapsed(), ...spending.used };
    await journal.append([draft('WORK_ITEM_FAILED', facts, span)]);
    spending.settle();
    return failure;
  }
};

const timedOut = ({ snapshot }: Session, operation: string, timeout_ms: number) =>
  fail('INTERNAL_TIMEOUT', { operation, timeout_ms }, { subject: runSubject(snapshot.run_id) });

const checkInterruptions = ({ snapshot }: Session, { worker, scope }: Task): void => {
  const interruptions = snapshot.interruptions[placeOf(worker.name, scope)] ?? 0;
  if (interruptions < mostInterruptions) return;
  const details = { step: worker.name, interruptions };
  const failure = fail('RUN_STEP_INTERRUPTED', details, { subject: runSubject(snapshot.run_id) });
  throw new ItemFailedError(worker.name, failure);
};
