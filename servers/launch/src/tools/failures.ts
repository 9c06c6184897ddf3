import { changeFailure, createRegistry } from '@recourse/contract';
import type { Failure, JsonObject, NextAction } from '@recourse/contract';
import { RunError } from '@recourse/runs';
import type { RunFailure, RunStatus } from '@recourse/runs';
import { toolCodes } from './codes.ts';

/** Creates failures of the tools. */
export const { fail } = createRegistry(toolCodes);

export const subjectOf = (id: string) => ({ type: 'run', id }) as const;

/** A recorded end as the failure that it was. Details that no longer fit their code are left out. */
const restore = (recorded: Omit<RunFailure, 'step'>, id: string): Failure => {
  const { code, message, retryable, details, cause_class } = recorded;
  const make = fail as (code: string, details: JsonObject, options: object) => Failure;
  const about = { subject: subjectOf(id), ...(cause_class !== undefined && { cause_class }) };
  const options = { message, retryable, ...about, effect: 'none' };
  const restored = make(code, details ?? {}, options);
  return restored.code === code
    ? restored
    : fail('RUN_STEP_FAILED', { step: code, reason: message }, { ...options, effect: 'none' });
};

/** The failure of a run that has failed. Only launch_resume can go on with it, so no other call is worth repeating. */
export const failureOfRun = ({ run_id, failure }: RunStatus, resumes: boolean): Failure => {
  if (!failure) return fail('RUN_STEP_FAILED', { step: 'run' }, { subject: subjectOf(run_id) });
  const restored = restore(failure, run_id);
  if (resumes || !failure.retryable) return restored;
  return changeFailure(restored, {
    retryable: false,
    recovery: 'change_state',
    hint: 'Call launch_resume; finished steps are not repeated.',
    next_actions: [resumeAction(run_id)],
  });
};

/** The failure that the last operation of a run ended with, while the run continues. */
export const failureOfOperation = ({ run_id, last_operation }: RunStatus): Failure | undefined => {
  if (!last_operation || last_operation.ok || last_operation.code === undefined) return undefined;
  const { code, message = '', retryable = false } = last_operation;
  return restore({ ...last_operation, code, message, retryable }, run_id);
};

type Refused = Pick<RunStatus, 'run_id' | 'state' | 'failure'>;

/** Throws ILLEGAL_STATE, with the states that the tool needs and, if there is one, the call to make instead. */
export const refuseState = (status: Refused, tool: string, required: readonly string[]): never => {
  const { run_id, state } = status;
  const next = insteadOf(status, tool);
  const hint = hintAtEnd(status, next);
  throw new RunError(
    fail(
      'ILLEGAL_STATE',
      { current_state: state, required_states: [...required], tool },
      {
        subject: subjectOf(run_id),
        effect: 'none',
        ...(hint !== undefined && { hint }),
        ...(next && { next_actions: [next] }),
      },
    ),
  );
};

/** The hint for a run that has ended: no call brings it back to another state, except launch_resume. */
const hintAtEnd = ({ state, failure }: Refused, next: NextAction | undefined): string | undefined => {
  if (state === 'DONE') return 'Start a new run with launch_start_run; this run is done.';
  if (state !== 'FAILED' || !failure) return undefined;
  const why = `The run failed with ${failure.code}: ${failure.message}.`;
  if (next) return `${why} Call launch_resume; finished steps are not repeated.`;
  if (failure.code === 'TOOLCHAIN_MISSING')
    return `${why} Install the required version of the tool, then call launch_resume.`;
  return `${why} When the cause is fixed, start a new run with launch_start_run.`;
};

/** Throws CANCELLED. */
export const refuseCancelled = ({ run_id, finished_at }: Pick<RunStatus, 'run_id' | 'finished_at'>): never => {
  const details = finished_at === null ? {} : { cancelled_at: finished_at };
  throw new RunError(fail('CANCELLED', details, { subject: subjectOf(run_id) }));
};

const resumeAction = (run_id: string): NextAction => ({
  tool: 'launch_resume',
  arguments: { run_id },
  why: 'Continues the run where it stopped.',
});

const insteadOf = ({ state, run_id, failure }: Refused, tool: string): NextAction | undefined => {
  if (state === 'FAILED') return failure?.retryable && tool !== 'launch_resume' ? resumeAction(run_id) : undefined;
  if (state === 'READY_FOR_PR' && tool !== 'launch_open_pr') {
    return { tool: 'launch_open_pr', arguments: { run_id }, why: 'The run is waiting for its pull request.' };
  }
  if (state === 'VALIDATING' && tool !== 'launch_fix_next') {
    return {
      tool: 'launch_fix_next',
      arguments: { run_id },
      why: 'The last validation failed; this call fixes one issue.',
    };
  }
  return undefined;
};
