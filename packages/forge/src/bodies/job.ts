import type { JobFacts } from '../domain/run-progress.ts';
import type { Repository } from '../state/repositories.ts';
import type { WorkflowRun } from '../state/workflows.ts';
import type { World } from '../world.ts';
import { nodeId } from './node-id.ts';
import { apiOf, htmlOf } from './repository.ts';

/** A job of a run. Its id is that of its check run. */
export function jobBody(
  world: World,
  repository: Repository,
  run: WorkflowRun,
  { job, check }: JobFacts,
): Record<string, unknown> {
  const api = apiOf(world, repository);
  return {
    id: check.id,
    run_id: run.id,
    workflow_name: world.state.workflows.get(run.workflowId).name,
    head_branch: run.branch,
    run_url: `${api}/actions/runs/${run.id}`,
    run_attempt: 1,
    node_id: nodeId('CheckRun', check.id),
    head_sha: check.sha,
    url: `${api}/actions/jobs/${check.id}`,
    html_url: `${htmlOf(world, repository)}/actions/runs/${run.id}/job/${check.id}`,
    status: check.status,
    conclusion: check.conclusion,
    created_at: run.createdAt,
    started_at: check.startedAt ?? run.createdAt,
    completed_at: check.completedAt,
    name: check.name,
    steps: job.steps.map(({ name, status, conclusion }, index) => ({ name, status, conclusion, number: index + 1 })),
    check_run_url: `${api}/check-runs/${check.id}`,
    labels: [],
    runner_id: null,
    runner_name: null,
    runner_group_id: null,
    runner_group_name: null,
  };
}
