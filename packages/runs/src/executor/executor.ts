import type { ClaimedRun } from '../working/drive-run.ts';
import type { RunStep } from '../working/session.ts';

/** The means that an executor gives to the work on one run. */
export interface WorkFacts {
  /** Aborted when the run is lost, interrupted or given back. */
  readonly signal: AbortSignal;
  /** Wraps the execution of work items, where the executor records them too. */
  readonly runStep?: RunStep;
}

/** Works on a run that the executor has taken, until its operation has ended. */
export type Work = (run: ClaimedRun, facts: WorkFacts) => Promise<void>;

/**
 * Decides which process works on which run. The record of a run is not its concern: that is in the store, whatever
 * executes it. An executor takes a run only through `RunStore.claim`, so that every write carries its fence.
 */
export interface Executor {
  /** Takes runs of these pipelines from now on: those that wait, and those whose process died. */
  start(pipelines: readonly string[], work: Work): Promise<void>;
  /** Says that an operation waits. It is in the store already, so that nothing is lost if this is not heard. */
  notify(runId: string): void;
  /** Aborts the work on a run in this process, if it is here. Other processes see that they have lost it. */
  interrupt(runId: string, reason: Error): void;
  /** Takes no more runs, aborts the work and gives the runs back. */
  stop(): Promise<void>;
}
