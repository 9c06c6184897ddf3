import { setTimeout as sleep } from 'node:timers/promises';
import { DBOS, Error as DbosErrors } from '@dbos-inc/dbos-sdk';
import { StoreUnavailableError } from '@recourse/engine/store-ports';
import { createEmbeddedExecutor } from '../executor/embedded.ts';
import type { EmbeddedOptions } from '../executor/embedded.ts';
import type { Executor, Work } from '../executor/executor.ts';
import type { ClaimedRun } from '../working/drive-run.ts';
import type { RunStep } from '../working/session.ts';
import { CancelRequestedError } from '../working/step-failure.ts';
import { launchDbos } from './launch-dbos.ts';
import type { DbosPlace, LaunchedDbos } from './launch-dbos.ts';

export interface DbosOptions extends EmbeddedOptions, DbosPlace {}

/**
 * Executes runs as workflows of DBOS Transact, and their work items as its steps. The store still decides which process
 * works on which run: DBOS does not take over the work of a dead process, and has no turns between pipelines.
 */
export const createDbosExecutor = (options: DbosOptions): Executor => {
  const embedded = createEmbeddedExecutor(options);
  let dbos: LaunchedDbos | undefined;
  const cancel = (id: string) => () => embedded.interrupt(id, new CancelRequestedError('dbos'));

  return {
    ...embedded,
    start: async (pipelines, work) => {
      const started = (dbos ??= await launchDbos(options));
      await embedded.start(pipelines, (run, facts) =>
        executeRun(started, run, { work, facts, cancel: cancel(run.id) }),
      );
    },
    stop: async () => {
      await embedded.stop();
      await dbos?.release();
      dbos = undefined;
    },
  };
};

/** How long a run waits that DBOS did not accept. */
const refusalPauseMs = 1000;

interface Execution {
  readonly work: Work;
  readonly facts: Parameters<Work>[1];
  /** Called when the execution was cancelled with the means of DBOS. */
  readonly cancel: () => void;
}

/** Performs the work within a workflow. It ends with the work: a record of DBOS that cannot be written holds up nothing. */
const executeRun = async (
  { jobs, workflow }: LaunchedDbos,
  run: ClaimedRun,
  { work, facts, cancel }: Execution,
): Promise<void> => {
  const { id, fence, config_hash } = run;
  const workflowID = `${id}:${fence}`;
  let isStarted = false;
  const ended = new Promise<void>((resolve, reject) => {
    const perform = async (): Promise<void> => {
      isStarted = true;
      const { runStep, settled } = createRunStep(facts.signal, cancel);
      const working = work(run, { ...facts, runStep });
      working.then(resolve, reject);
      await working.finally(settled);
    };
    jobs.set(workflowID, { config_hash, perform });
  });
  ended.catch(() => undefined);
  /** However DBOS ends a workflow that has started, its work continues until it ends by itself. */
  const orRefused = async (reason: unknown): Promise<void> => {
    if (!isStarted) throw reason;
    await ended;
  };
  try {
    // The first owner of a run has no predecessor.
    if (fence > 1) await endEarlier(id);
    const handle = await DBOS.startWorkflow(workflow, { workflowID })(config_hash);
    const refused = handle
      .getResult()
      .then(() => orRefused(new Error(`DBOS already has an execution '${workflowID}'`)), orRefused);
    await Promise.race([ended, refused]);
  } catch (error) {
    if (isStarted) throw error;
    // The run is given back, and would be claimed again at once.
    await sleep(refusalPauseMs, undefined, { signal: facts.signal }).catch(() => undefined);
    throw new StoreUnavailableError('DBOS', { cause: error });
  } finally {
    jobs.delete(workflowID);
  }
};

/** Executions of a process that died stay pending in DBOS until someone ends them. */
const endEarlier = async (id: string): Promise<void> => {
  const earlier = await DBOS.listWorkflows({
    workflow_id_prefix: `${id}:`,
    status: 'PENDING',
    loadInput: false,
    loadOutput: false,
  });
  await DBOS.cancelWorkflows(earlier.map(({ workflowID }) => workflowID));
};

/** How many records of steps may be on their way before a run waits for one of them. */
const mostRecords = 8;

/**
 * Records work items as steps. The work does not wait for its record, and a record that cannot be written changes
 * nothing. Results and errors stay in this process: they may be large, or hold secrets.
 */
const createRunStep = (signal: AbortSignal, cancel: () => void): StepRecorder => {
  const records = new Set<Promise<unknown>>();
  const runStep: RunStep = async (id, run) => {
    if (records.size >= mostRecords) await orAbort(Promise.race(records), signal);
    const running = run();
    const step = async (): Promise<'finished' | 'failed'> => {
      const status = DBOS.stepStatus;
      status?.cancelSignal.addEventListener('abort', cancel, { once: true });
      try {
        await running;
        return 'finished';
      } catch {
        return 'failed';
      } finally {
        status?.cancelSignal.removeEventListener('abort', cancel);
      }
    };
    const record: Promise<unknown> = DBOS.runStep(step, { name: id })
      .catch((error: unknown) => {
        if (error instanceof DbosErrors.DBOSWorkflowCancelledError) cancel();
      })
      .finally(() => records.delete(record));
    records.add(record);
    return running;
  };
  return { runStep, settled: () => Promise.allSettled(records) };
};

interface StepRecorder {
  readonly runStep: RunStep;
  /** Waits for the records that are on their way. */
  readonly settled: () => Promise<unknown>;
}

/** Waits for a promise, but not beyond the end of a signal. */
const orAbort = async (promise: Promise<unknown>, signal: AbortSignal): Promise<void> => {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
    promise.catch(() => undefined);
  }
};
