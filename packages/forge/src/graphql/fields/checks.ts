import { nodeId } from '../../bodies/node-id.ts';
import { htmlOf } from '../../bodies/repository.ts';
import { checksOf, latestCheckRuns, latestStatuses } from '../../domain/checks-of.ts';
import { guardsOf } from '../../domain/guards.ts';
import type { CheckRun, Status } from '../../state/checks.ts';
import type { Repository } from '../../state/repositories.ts';
import { mayRead } from '../access.ts';
import { connect, type PageArguments } from '../connection.ts';
import type { Context } from '../context.ts';
import type { Fields } from './fields.ts';

interface RollupSource {
  readonly repository: Repository;
  readonly sha: string;
}

interface CheckSource {
  readonly __typename: 'CheckRun';
  readonly repository: Repository;
  readonly check: CheckRun;
}

interface StatusSource {
  readonly __typename: 'StatusContext';
  readonly repository: Repository;
  readonly status: Status;
}

/** All checks and statuses of a commit; null if there are none. */
export function rollupOf(context: Context, repository: Repository, sha: string): RollupSource | null {
  mayRead(context, repository, 'checks');
  mayRead(context, repository, 'statuses');
  return checksOf(context.world, repository, sha).size > 0 ? { repository, sha } : null;
}

export const rollupFields: Fields<RollupSource> = {
  state: ({ repository, sha }, _, { world }) => {
    const states = new Set(checksOf(world, repository, sha).values());
    return states.has('failure') ? 'FAILURE' : states.has('pending') ? 'PENDING' : 'SUCCESS';
  },
  contexts: ({ repository, sha }, page: PageArguments, { world }) => {
    const checks = latestCheckRuns(world, repository, sha).map((check): CheckSource => ({
      __typename: 'CheckRun',
      repository,
      check,
    }));
    const statuses = latestStatuses(world, repository, sha).map((status): StatusSource => ({
      __typename: 'StatusContext',
      repository,
      status,
    }));
    return connect([...checks, ...statuses], page);
  },
};

interface ForPull {
  readonly pullRequestNumber?: number | null;
}

export const checkRunFields: Fields<CheckSource> = {
  id: ({ check }) => nodeId('CheckRun', check.id),
  name: ({ check }) => check.name,
  status: ({ check }) => check.status.toUpperCase(),
  conclusion: ({ check }) => check.conclusion?.toUpperCase() ?? null,
  startedAt: ({ check }) => check.startedAt,
  completedAt: ({ check }) => check.completedAt,
  detailsUrl: ({ repository, check }, _, { world }) =>
    check.detailsUrl ?? `${htmlOf(world, repository)}/runs/${check.id}`,
  checkSuite: ({ check }, _, { world: { state } }) => {
    const job = state.jobs.find({ id: check.id });
    const run = job && state.workflowRuns.get(job.runId);
    return { workflowRun: run ? { workflow: { name: state.workflows.get(run.workflowId).name } } : null };
  },
  isRequired: ({ repository, check }, { pullRequestNumber }: ForPull, context) =>
    isRequired(context, repository, check.name, pullRequestNumber),
};

export const statusFields: Fields<StatusSource> = {
  id: ({ status }) => nodeId('Status', status.id),
  context: ({ status }) => status.context,
  state: ({ status }) => status.state.toUpperCase(),
  targetUrl: ({ status }) => status.targetUrl,
  createdAt: ({ status }) => status.createdAt,
  isRequired: ({ repository, status }, { pullRequestNumber }: ForPull, context) =>
    isRequired(context, repository, status.context, pullRequestNumber),
};

/** Whether the base of a pull request requires a check. */
function isRequired(
  { world }: Context,
  repository: Repository,
  name: string,
  number: number | null | undefined,
): boolean {
  const pull = number == null ? undefined : world.state.pulls.find({ repositoryId: repository.id, number });
  if (pull === undefined) return false;
  return guardsOf(world, repository, pull.baseRef).some(({ rules }) => rules.requiredChecks?.contexts.includes(name));
}
