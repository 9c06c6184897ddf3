import type { RunStore } from '@recourse/stores';
import { fail, RunError, runSubject } from '../failing.ts';
import type { RunFailure } from '../model/run-failure.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { cancelledState, endStates, failedState } from '../model/states.ts';
import type { OperationName } from '../model/states.ts';
import { fixingState, validatingState } from '../pipeline/derive-transitions.ts';
import { Journal, RunLostError } from '../record/journal.ts';
import { loadRun } from '../record/load-run.ts';
import { draft } from '../record/payloads.ts';
import type { Draft } from '../record/payloads.ts';
import { stateChange } from '../working/change-state.ts';

interface ChangeFacts {
  readonly store: RunStore;
  readonly now: () => number;
}

/** The events to write. */
interface Change {
  readonly drafts: readonly Draft[];
  readonly seize?: boolean;
}

/** A worker may write between the look at a run and the change: then it is looked at again. */
const mostAttempts = 200;

/** Changes a run from outside. Returns false if it was as it should be. */
const changeRun = async (
  id: string,
  { store, now }: ChangeFacts,
  decide: (snapshot: Snapshot, fence: number) => Change | undefined | Promise<Change | undefined>,
): Promise<boolean> => {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const { row, snapshot } = await loadRun(store, id);
    const change = await decide(snapshot, row.fence);
    if (!change) return false;
    try {
      await new Journal(row, snapshot, { store, now }).append(change.drafts, { seize: change.seize ?? false });
      return true;
    } catch (error) {
      if (!(error instanceof RunLostError)) throw error;
    }
  }
  throw new RunError(fail('RUN_BUSY', { retry_after_seconds: 1 }, { subject: runSubject(id), effect: 'none' }));
};

/**
 * Cancels a run. Its owner learns from the fence that it has lost the run. With `onlyAt`, a run that another owner has
 * taken since then is left alone.
 */
export const cancelRun = (
  id: string,
  by: string | undefined,
  { onlyAt, ...facts }: ChangeFacts & { readonly onlyAt?: number },
): Promise<boolean> =>
  changeRun(id, facts, (snapshot, fence) => {
    if (onlyAt !== undefined && fence !== onlyAt) return undefined;
    if (snapshot.state === cancelledState) return undefined;
    if (endStates.includes(snapshot.state)) throw illegal(snapshot, 'cancel', workingStates(snapshot));
    const operation = snapshot.operation?.name;
    return {
      seize: true,
      drafts: [
        stateChange(snapshot, cancelledState),
        draft('RUN_CANCELLED', by === undefined ? {} : { by }),
        ...(operation ? [draft('RUN_OPERATION_FINISHED', { operation, ok: false, code: 'CANCELLED' })] : []),
      ],
    };
  });

/** Continues a run: a failed one whose failure can be overcome, or one that stands still. */
export const resumeRun = (
  id: string,
  facts: ChangeFacts & { readonly resumes: (pipeline: string, failure: RunFailure) => boolean | Promise<boolean> },
): Promise<boolean> =>
  changeRun(id, facts, async (snapshot) => {
    const { state, failed_in, failure, operation } = snapshot;
    if (operation) return undefined;
    if (state === failedState && failure && failed_in !== null && (await facts.resumes(snapshot.pipeline, failure))) {
      return { drafts: [stateChange(snapshot, failed_in), draft('RUN_OPERATION_STARTED', { operation: 'run' })] };
    }
    if (endStates.includes(state)) throw illegal(snapshot, 'resume', workingStates(snapshot));
    return { drafts: [draft('RUN_OPERATION_STARTED', { operation: 'run' })] };
  });

/** Asks for an operation. The same operation in progress is joined; another one makes the run busy. */
export const requestOperation = (id: string, operation: OperationName, facts: ChangeFacts): Promise<boolean> =>
  changeRun(id, facts, (snapshot) => {
    if (snapshot.operation?.name === operation) return undefined;
    if (snapshot.operation) throw busy(snapshot, facts.now());
    checkState(snapshot, operation);
    return { drafts: [draft('RUN_OPERATION_STARTED', { operation })] };
  });

const checkState = (snapshot: Snapshot, operation: OperationName): void => {
  const { state, plan } = snapshot;
  const ready = plan.publication ? [plan.publication.ready] : [];
  const lastStep = plan.steps.at(-1)?.enters ?? '';
  const required: Readonly<Record<OperationName, readonly string[]>> = {
    run: workingStates(snapshot),
    validate: [lastStep, validatingState, fixingState, ...ready],
    fix: [validatingState, fixingState],
    publish: ready,
  };
  if (!required[operation].includes(state)) throw illegal(snapshot, operation, required[operation]);
};

const workingStates = ({ plan }: Snapshot): readonly string[] =>
  Object.keys(plan.transitions).filter((state) => !endStates.includes(state));

const illegal = ({ state, run_id, failure }: Snapshot, tool: string, required: readonly string[]): RunError => {
  const details = { current_state: state, required_states: [...required], tool };
  const message =
    state === failedState && failure ? `The run failed with ${failure.code}, so '${tool}' is not possible` : undefined;
  return new RunError(
    fail('ILLEGAL_STATE', details, { subject: runSubject(run_id), effect: 'none', ...(message && { message }) }),
  );
};

/** Callers ask again after about as long as the operation has run: soon for short ones, rarely for long ones. */
const busy = ({ operation, run_id }: Snapshot, now: number): RunError => {
  const since = operation?.since ?? new Date(now).toISOString();
  const retry_after_seconds = Math.min(10, Math.max(1, Math.ceil((now - Date.parse(since)) / 1000)));
  const details = { held_by: operation?.name ?? '', held_since: since, retry_after_seconds };
  return new RunError(fail('RUN_BUSY', details, { subject: runSubject(run_id), effect: 'none' }));
};
