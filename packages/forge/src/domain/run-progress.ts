import type { CheckRun } from '../state/checks.ts';
import type { Job, WorkflowRun } from '../state/workflows.ts';
import type { World } from '../world.ts';

export interface JobFacts {
  readonly job: Job;
  readonly check: CheckRun;
}

/** The jobs of a run in their order, each with its check run. */
export function jobsOf({ state }: World, run: WorkflowRun): JobFacts[] {
  return state.jobs.list({ runId: run.id }).map((job) => ({ job, check: state.checkRuns.get(job.id) }));
}

export interface RunProgress {
  readonly status: 'queued' | 'in_progress' | 'completed';
  readonly conclusion: CheckRun['conclusion'];
  readonly updatedAt: string;
}

const bad: ReadonlySet<CheckRun['conclusion']> = new Set(['failure', 'timed_out', 'action_required']);

/** A run is as far as its jobs are, and ends like the worst of them. */
export function progressOfRun(world: World, run: WorkflowRun): RunProgress {
  const checks = jobsOf(world, run).map(({ check }) => check);
  const times = checks.flatMap(({ completedAt }) => completedAt ?? []).toSorted();
  const updatedAt = times.at(-1) ?? run.createdAt;
  if (checks.some(({ status }) => status !== 'completed')) {
    const begun = checks.some(({ status }) => status === 'in_progress' || status === 'completed');
    return { status: begun ? 'in_progress' : 'queued', conclusion: null, updatedAt };
  }
  const ends = checks.map(({ conclusion }) => conclusion);
  const conclusion = ends.some((end) => bad.has(end))
    ? 'failure'
    : ends.includes('cancelled')
      ? 'cancelled'
      : ends.every((end) => end === 'skipped')
        ? 'skipped'
        : 'success';
  return { status: 'completed', conclusion, updatedAt };
}
