import type { Runs, RunStatus } from '@recourse/runs';
import { exitCodes } from '../command.ts';
import type { ExitCode, Io } from '../command.ts';
import { watchRun } from '../runs/watch-run.ts';
import type { WatchOptions } from '../runs/watch-run.ts';

export interface WorkOptions extends WatchOptions {
  /** Fixes issues one at a time, as launch_fix_next does, until the gates pass or nothing more can be fixed. */
  readonly fix: boolean;
}

/** Shows a run while this process works on it, until it waits for a person or has ended. */
export const workOnRun = async (runs: Runs, id: string, options: WorkOptions, io: Io): Promise<ExitCode> => {
  const { signal, json } = options;
  let last = await watchRun(runs, id, options, io);
  while (options.fix && !signal.aborted && canBeFixed(last)) {
    await runs.request(id, 'fix');
    last = await watchRun(runs, id, options, io);
  }
  if (signal.aborted) {
    io.err(`Stopped. A server started with 'recourse serve launch' continues the run.`);
    return exitCodes.cancelled;
  }
  if (!json) io.out(nextStep(last));
  return isReady(last) ? exitCodes.clean : exitCodes.findings;
};

const canBeFixed = ({ state, last_operation }: RunStatus): boolean =>
  state === 'VALIDATING' && last_operation?.ok !== false;

const isReady = ({ state }: RunStatus): boolean => state === 'READY_FOR_PR' || state === 'DONE';

const nextStep = ({ run_id, state, failure, last_operation, open_issues }: RunStatus): string => {
  switch (state) {
    case 'READY_FOR_PR':
      return `Run ${run_id} is ready. To open the pull request, call launch_open_pr on the server started with 'recourse serve launch'.`;
    case 'VALIDATING': {
      const why = last_operation?.ok === false ? ` ${last_operation.message ?? ''}.` : '';
      return `Run ${run_id} has open issues: ${open_issues.length}.${why} 'recourse runs show ${run_id}' lists them.`;
    }
    case 'FAILED':
      return `Run ${run_id} failed with ${failure?.code ?? 'an error'}: ${failure?.message ?? ''}.`;
    default:
      return `Run ${run_id} is ${state}.`;
  }
};
