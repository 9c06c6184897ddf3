import type { Repository } from '../state/repositories.ts';
import type { CheckRun, Status } from '../state/checks.ts';
import type { World } from '../world.ts';

export type CheckState = 'success' | 'pending' | 'failure';

/** The latest state of every context and check run of a commit. A name that is both has to pass in both. */
export function checksOf(world: World, repository: Repository, sha: string): ReadonlyMap<string, CheckState> {
  const states = new Map<string, CheckState>();
  for (const status of latestStatuses(world, repository, sha))
    states.set(status.context, status.state === 'error' ? 'failure' : status.state);
  for (const run of latestCheckRuns(world, repository, sha))
    states.set(run.name, worse(stateOf(run), states.get(run.name)));
  return states;
}

const severities: readonly CheckState[] = ['success', 'pending', 'failure'];

function worse(state: CheckState, other: CheckState = 'success'): CheckState {
  return severities.indexOf(state) > severities.indexOf(other) ? state : other;
}

export function latestStatuses(world: World, repository: Repository, sha: string): Status[] {
  const all = world.state.statuses.list({ repositoryId: repository.id, sha });
  return [...new Map(all.map((status) => [status.context, status])).values()];
}

export function latestCheckRuns(world: World, repository: Repository, sha: string): CheckRun[] {
  const all = world.state.checkRuns.list({ repositoryId: repository.id, sha });
  return [...new Map(all.map((run) => [run.name, run])).values()];
}

function stateOf(run: CheckRun): CheckState {
  if (run.status !== 'completed') return 'pending';
  const good = run.conclusion === 'success' || run.conclusion === 'neutral' || run.conclusion === 'skipped';
  return good ? 'success' : 'failure';
}
