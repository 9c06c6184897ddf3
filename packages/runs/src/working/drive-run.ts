import type { Admissions } from '@recourse/engine/store-ports';
import type { RunStore } from '@recourse/stores';
import { RunError } from '../failing.ts';
import { endStates, failedState } from '../model/states.ts';
import { runFailureOf } from '../model/run-failure.ts';
import type { Pipeline } from '../pipeline/define-pipeline.ts';
import { Journal } from '../record/journal.ts';
import { findRow, snapshotOf } from '../record/load-run.ts';
import { draft } from '../record/payloads.ts';
import { stateChange } from './change-state.ts';
import { performOperation } from './perform-operation.ts';
import { openSession } from './session.ts';
import type { RunStep, Session, WorkSettings } from './session.ts';
import { watchRuntime } from './spending.ts';
import { failureOfStep, isBeyondStep, ItemFailedError } from './step-failure.ts';

/** A run that a process has taken, with the number that its writes carry. */
export interface ClaimedRun {
  readonly id: string;
  readonly fence: number;
  /** The hash of the pinned configuration, for executors that record what they execute. */
  readonly config_hash: string;
}

export interface DriveOptions {
  readonly store: RunStore;
  readonly admissions: Admissions;
  readonly pipeline: Pipeline;
  readonly settings: WorkSettings;
  readonly signal: AbortSignal;
  readonly runStep?: RunStep;
}

/**
 * Works on a run until its operation has ended. An error of a step ends the run with a code; a lost run, a store
 * that is away and a process that stops are thrown.
 */
export const driveRun = async ({ id, fence }: ClaimedRun, options: DriveOptions): Promise<void> => {
  const { store, settings } = options;
  const row = await settings.persist(() => findRow(store, id));
  if (row.fence !== fence) return;
  const journalOptions = { store, now: settings.now, persist: settings.persist };
  let snapshot;
  try {
    snapshot = await settings.persist(() => snapshotOf(store, row));
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    // No event can be linked to a broken record: only the row says that the run has failed.
    const change = { events: [], head: row.head, state: failedState, operation: null, finished: true };
    await settings.persist(() => store.append(id, row, change));
    return;
  }
  const journal = new Journal(row, snapshot, journalOptions);
  const exceeding = new AbortController();
  const signal = AbortSignal.any([options.signal, exceeding.signal]);
  const session = openSession({ ...options, journal, config: JSON.parse(row.config), signal });
  const stopWatch = watchRuntime(session, (failure) => exceeding.abort(new RunError(failure)));
  try {
    await takeOver(session);
    await performOperation(session);
  } catch (error) {
    if (isBeyondStep(error)) throw error;
    await failRun(session, error);
  } finally {
    stopWatch();
  }
};

/** Items that ran in a process before this one have no result, and run again. */
const takeOver = async (session: Session): Promise<void> => {
  const { snapshot, journal } = session;
  const running = Object.values(snapshot.work_items).filter(({ status }) => status === 'running');
  if (running.length > 0) await journal.append([draft('RUN_TAKEN_OVER', { interrupted: running.map(({ id }) => id) })]);
};

const failRun = async (session: Session, error: unknown): Promise<void> => {
  const { snapshot, journal } = session;
  if (endStates.includes(snapshot.state)) return;
  const worker = error instanceof ItemFailedError ? error.worker : null;
  const failure = error instanceof ItemFailedError ? error.failure : failureOfStep(worker ?? 'run', error);
  const operation = snapshot.operation?.name ?? 'run';
  await journal.append([
    stateChange(snapshot, failedState),
    draft('RUN_FAILED', { failure: runFailureOf(failure, worker) }),
    draft('RUN_OPERATION_FINISHED', { operation, ok: false, code: failure.code, message: failure.message }),
  ]);
};
