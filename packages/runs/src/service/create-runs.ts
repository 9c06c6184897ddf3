import { setTimeout as sleep } from 'node:timers/promises';
import type { RunQuery, RunRow, RunStore, Stores } from '@recourse/stores';
import { exportRun } from '../evidence/bundle.ts';
import { verifyRun } from '../evidence/verify-run.ts';
import type { RunVerification } from '../evidence/verify-run.ts';
import { createEmbeddedExecutor } from '../executor/embedded.ts';
import type { Executor } from '../executor/executor.ts';
import { fail, RunError } from '../failing.ts';
import { createIds } from '../model/ids.ts';
import type { RunEvent } from '../model/run-event.ts';
import type { RunFailure } from '../model/run-failure.ts';
import type { ArtifactEntry } from '../model/snapshot.ts';
import type { OperationName } from '../model/states.ts';
import type { Pipeline } from '../pipeline/define-pipeline.ts';
import { RunLostError } from '../record/journal.ts';
import { findRow, loadRun, readEvents } from '../record/load-run.ts';
import { createPersist } from '../record/persist.ts';
import { followLog } from '../telemetry/follow-log.ts';
import type { FollowOptions } from '../telemetry/follow-log.ts';
import { createHttpSink } from '../telemetry/http-sink.ts';
import type { HttpSinkOptions } from '../telemetry/http-sink.ts';
import { findArtifact, readArtifact } from '../working/artifact-access.ts';
import { driveRun } from '../working/drive-run.ts';
import { CancelRequestedError } from '../working/step-failure.ts';
import { cancelRun, requestOperation, resumeRun } from './change-run.ts';
import { statusOf, summaryOf } from './run-status.ts';
import type { PinnedRun, RunStatus, RunSummary } from './run-status.ts';
import { startRun } from './start-run.ts';
import type { StartedRun, StartOptions } from './start-run.ts';

export interface RunsOptions {
  readonly stores: Stores;
  /** The pipelines that this process can start and work on. None for a process that only looks. */
  readonly pipelines?: readonly Pipeline[];
  /** Defaults to the embedded executor. */
  readonly executor?: Executor;
  readonly now?: () => number;
  /** How long to wait for an effect whose process is silent; defaults to 5 minutes. */
  readonly effectPatienceMs?: number;
  /** How long a write waits for a store that is away; defaults to 5 minutes. After that the run is given back. */
  readonly storePatienceMs?: number;
  /** The pause before a failed step is tried again; defaults to 500 ms and doubles. */
  readonly retryPauseMs?: number;
  /** How often a wait looks at the run; defaults to 200 ms. */
  readonly pollMs?: number;
  /** Sends the events of runs to a service while this process works. It never fails a run. */
  readonly telemetry?: HttpSinkOptions & Pick<FollowOptions, 'onLost' | 'pollMs' | 'longestPauseMs'>;
  /** Told of errors that ended the work on a run without ending the run. */
  readonly onError?: (error: unknown, runId: string | undefined) => void;
}

/** Runs of a set of pipelines, on one store. */
export interface Runs {
  start(pipeline: string, config: unknown, options?: StartOptions): Promise<StartedRun>;
  /** Works on runs in this process, those that were interrupted included, until `close`. */
  work(): Promise<void>;
  list(query?: RunQuery): Promise<readonly RunSummary[]>;
  /** The same, with the configuration of each run. */
  listPinned(query?: RunQuery): Promise<readonly PinnedRun[]>;
  /** A run as a list shows it. Its record is not read. */
  find(id: string): Promise<RunSummary>;
  /** The pinned configuration of a run, after its defaults. */
  config(id: string): Promise<unknown>;
  status(id: string): Promise<RunStatus>;
  events(id: string, after?: number): Promise<readonly RunEvent[]>;
  /** The content of an artifact by its key: its name, or name/scope. */
  artifact(id: string, key: string): Promise<ArtifactEntry & { readonly content: Uint8Array }>;
  /** An earlier content of an artifact, by the SHA-256 that its event names. Undefined if it is not stored. */
  artifactVersion(id: string, sha256: string): Promise<Uint8Array | undefined>;
  /** Asks for an operation; the same operation in progress is joined. A different one fails with RUN_BUSY. */
  request(id: string, operation: OperationName): Promise<RunStatus>;
  /** Cancels a run; the result of a step that runs is discarded. Cancelling twice is the same as once. */
  cancel(id: string, by?: string): Promise<RunStatus>;
  resume(id: string): Promise<RunStatus>;
  /** Waits until no operation is in progress. */
  wait(id: string, signal?: AbortSignal): Promise<RunStatus>;
  /** The status now, and again after every change, until no operation is in progress. */
  watch(id: string, signal?: AbortSignal): AsyncIterable<RunStatus>;
  /** Removes finished runs that ended before a time. Returns how many. */
  prune(before: number): Promise<number>;
  /** Compares everything that is stored about a run with what its events say. */
  verify(id: string): Promise<RunVerification>;
  /** Writes a run into a zip file that `verifyBundle` accepts on any machine. */
  export(id: string): Promise<Uint8Array>;
  /** Stops working, and gives the runs back. The stores stay open. */
  close(): Promise<void>;
}

const defaultPatienceMs = 5 * 60 * 1000;
const prunedAtOnce = 100;

export const createRuns = (options: RunsOptions): Runs => {
  const { stores, pipelines = [], now = Date.now, retryPauseMs = 500, pollMs = 200 } = options;
  const store = runStoreOf(stores);
  const byName = new Map(pipelines.map((pipeline) => [pipeline.name, pipeline]));
  const executor =
    options.executor ?? createEmbeddedExecutor({ store, ...(options.onError && { onError: options.onError }) });
  const settings = {
    now,
    effectPatienceMs: options.effectPatienceMs ?? defaultPatienceMs,
    retryPauseMs,
    persist: createPersist(options.storePatienceMs ?? defaultPatienceMs),
  };
  const stopping = new AbortController();
  let following: Promise<void> | undefined;
  const follow = ({ onLost, pollMs: everyMs, longestPauseMs, ...sink }: NonNullable<RunsOptions['telemetry']>) =>
    followLog(
      {
        events: stores.events,
        store,
        name: `telemetry ${sink.url}`,
        deliver: createHttpSink(sink),
        ...(onLost && { onLost }),
        ...(everyMs !== undefined && { pollMs: everyMs }),
        ...(longestPauseMs !== undefined && { longestPauseMs }),
      },
      stopping.signal,
    );
  const ids = createIds();
  const status = async (id: string): Promise<RunStatus> => {
    const { row, snapshot } = await loadRun(store, id);
    return statusOf(row, snapshot);
  };
  const changed = async (id: string): Promise<RunStatus> => {
    executor.notify(id);
    return status(id);
  };

  async function* watch(id: string, signal?: AbortSignal): AsyncGenerator<RunStatus> {
    for (let seen = -1; ;) {
      const row = await findRow(store, id);
      if (row.last_event !== seen) {
        seen = row.last_event;
        yield await status(id);
      }
      if (row.operation === null) return;
      await sleep(pollMs, undefined, signal && { signal });
    }
  }

  return {
    start: async (name, config, given = {}) => {
      const pipeline = byName.get(name);
      if (!pipeline) {
        const known = [...byName.keys()];
        throw new RunError(fail('RUN_PIPELINE_UNKNOWN', { pipeline: name, ...(known.length > 0 && { known }) }));
      }
      const started = await startRun(pipeline, config, given, { store, now, ids });
      executor.notify(started.run_id);
      return started;
    },
    work: () => {
      if (options.telemetry) following ??= follow(options.telemetry);
      return executor.start([...byName.keys()], async (run, { signal, runStep }) => {
        const row = await settings.persist(() => findRow(store, run.id));
        const pipeline = byName.get(row.pipeline);
        if (!pipeline) throw new RunLostError(`No pipeline '${row.pipeline}'`);
        const facts = { store, admissions: stores.admissions, pipeline, settings, signal };
        try {
          await driveRun(run, { ...facts, ...(runStep && { runStep }) });
        } catch (error) {
          if (!(error instanceof CancelRequestedError)) throw error;
          // The next owner ends the execution of the one before: that does not end the run.
          await settings.persist(() => cancelRun(run.id, error.by, { store, now, onlyAt: run.fence }));
        }
      });
    },
    list: async (query) => (await store.list(query)).map(summaryOf),
    listPinned: async (query) =>
      (await store.list(query)).map((row) => ({ ...summaryOf(row), config: JSON.parse(row.config) as unknown })),
    find: async (id) => summaryOf(await findRow(store, id)),
    config: async (id) => JSON.parse((await findRow(store, id)).config) as unknown,
    status,
    events: async (id, after) => {
      await findRow(store, id);
      return readEvents(store, id, after);
    },
    artifact: async (id, key) => {
      const { snapshot } = await loadRun(store, id);
      const entry = findArtifact(snapshot, key);
      return { ...entry, content: await readArtifact(store, id, key, entry) };
    },
    artifactVersion: async (id, sha256) => {
      const events = await readEvents(store, id);
      const isOfRun = events.some(({ type, payload }) => type === 'ARTIFACT_WRITTEN' && payload['sha256'] === sha256);
      return isOfRun ? store.artifact(sha256) : undefined;
    },
    request: async (id, operation) => {
      await requestOperation(id, operation, { store, now });
      return changed(id);
    },
    cancel: async (id, by) => {
      await cancelRun(id, by, { store, now });
      executor.interrupt(id, new RunLostError(`Run ${id} was cancelled`));
      return status(id);
    },
    resume: async (id) => {
      const resumes = (name: string, failure: RunFailure) => byName.get(name)?.resumes(failure) ?? failure.retryable;
      await resumeRun(id, { store, now, resumes });
      return changed(id);
    },
    wait: async (id, signal) => {
      for (;;) {
        const row: RunRow = await findRow(store, id);
        if (row.operation === null) return status(id);
        await sleep(pollMs, undefined, signal && { signal });
      }
    },
    watch: (id, signal) => watch(id, signal),
    prune: async (before) => {
      let pruned = 0;
      for (let some = prunedAtOnce; some === prunedAtOnce; pruned += some)
        some = await store.prune(before, prunedAtOnce);
      return pruned;
    },
    verify: (id) => verifyRun(store, id),
    export: (id) => exportRun(store, id),
    close: async () => {
      await executor.stop();
      stopping.abort();
      await following;
    },
  };
};

/** The runs of a store; throws if it keeps none. */
export const runStoreOf = ({ kind, runs }: Pick<Stores, 'kind' | 'runs'>): RunStore => {
  if (!runs) throw new TypeError(`Runs need a store that outlives the process: use sqlite or postgres, not ${kind}`);
  return runs;
};
