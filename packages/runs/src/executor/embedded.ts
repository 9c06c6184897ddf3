import type { RunStore } from '@recourse/stores';
import { RunLostError } from '../record/journal.ts';
import { createPersist } from '../record/persist.ts';
import type { ClaimedRun } from '../working/drive-run.ts';
import { StoppingError } from '../working/step-failure.ts';
import type { Executor, Work } from './executor.ts';

export interface EmbeddedOptions {
  readonly store: RunStore;
  /** How many runs this process works on at a time; defaults to 4. */
  readonly concurrency?: number;
  /** How often the store is asked for runs, and whether those at work here are still this process's. */
  readonly pollMs?: number;
  /** Told of errors that ended the work on a run without ending the run, such as a store that is away. */
  readonly onError?: (error: unknown, runId: string | undefined) => void;
}

interface Active {
  readonly run: ClaimedRun;
  readonly aborting: AbortController;
  readonly ended: Promise<void>;
}

const defaultConcurrency = 4;
const defaultPollMs = 250;
/** A run that cannot be given back now is given back later: its owner lives, so no other process would take it. */
const releasePatienceMs = 24 * 60 * 60 * 1000;

/** Executes runs in this process, on the store that keeps them. Any number of processes may share it. */
export const createEmbeddedExecutor = (options: EmbeddedOptions): Executor => {
  const { store, concurrency = defaultConcurrency, pollMs = defaultPollMs, onError } = options;
  const active = new Map<string, Active>();
  const releasing = new Set<Promise<unknown>>();
  const persist = createPersist(releasePatienceMs);
  let names: readonly string[] = [];
  let work: Work | undefined;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> | undefined;
  let isWanted = false;

  const begin = (run: ClaimedRun, perform: Work): void => {
    const aborting = new AbortController();
    const ended = execute(run, perform, aborting.signal).finally(() => {
      active.delete(run.id);
      look();
    });
    active.set(run.id, { run, aborting, ended });
  };

  const execute = async (run: ClaimedRun, perform: Work, signal: AbortSignal): Promise<void> => {
    try {
      await perform(run, { signal });
    } catch (error) {
      if (error instanceof RunLostError) return;
      if (!(error instanceof StoppingError)) onError?.(error, run.id);
      const given = persist(() => store.release(run.id, run.fence)).catch((failed: unknown) =>
        onError?.(failed, run.id),
      );
      releasing.add(given);
      void given.finally(() => releasing.delete(given));
      // While the process stops the store is there: the run must not wait for the end of the lease.
      if (error instanceof StoppingError) await given;
    }
  };

  const takeTurn = async (): Promise<void> => {
    try {
      await dropLost();
      const room = concurrency - active.size;
      if (!work || room <= 0) return;
      const claimed = await store.claim(names, room);
      // The pipeline that was first is last the next time.
      names = [...names.slice(1), ...names.slice(0, 1)];
      for (const run of claimed) {
        if (work) begin(run, work);
        else await store.release(run.id, run.fence);
      }
    } catch (error) {
      onError?.(error, undefined);
    }
  };

  const dropLost = async (): Promise<void> => {
    if (active.size === 0) return;
    const fences = await store.fences([...active.keys()]);
    for (const { run, aborting } of active.values()) {
      if (fences.get(run.id) !== run.fence)
        aborting.abort(new RunLostError(`Run ${run.id} was cancelled or taken over by another process`));
    }
  };

  /** Looks for work now; one look at a time, and one more if something came up meanwhile. */
  const look = (): void => {
    if (!work) return;
    if (turn) {
      isWanted = true;
      return;
    }
    turn = takeTurn().finally(() => {
      turn = undefined;
      if (!isWanted) return;
      isWanted = false;
      look();
    });
  };

  return {
    start: async (pipelines, perform) => {
      names = [...pipelines];
      work = perform;
      timer = setInterval(look, pollMs);
      look();
      await turn;
    },
    notify: look,
    interrupt: (runId, reason) => active.get(runId)?.aborting.abort(reason),
    stop: async () => {
      work = undefined;
      clearInterval(timer);
      await turn;
      const left = [...active.values()];
      for (const { aborting } of left) aborting.abort(new StoppingError('The process stops'));
      await Promise.all(left.map(({ ended }) => ended));
    },
  };
};
