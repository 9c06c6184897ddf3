import { isoOf } from '../clock.ts';
import { progressOfRun } from '../domain/run-progress.ts';
import type { CommitObject } from '../git/commit-object.ts';
import type { Repository } from '../state/repositories.ts';
import type { WorkflowRun } from '../state/workflows.ts';
import type { World } from '../world.ts';
import { nodeId } from './node-id.ts';
import { apiOf, htmlOf, repositoryBody } from './repository.ts';
import { userById } from './user.ts';

/** A run of a workflow, with the commit that it ran on. Each run has one attempt. */
export function workflowRunBody(
  world: World,
  repository: Repository,
  run: WorkflowRun,
  commit: CommitObject,
): Record<string, unknown> {
  const api = apiOf(world, repository);
  const self = `${api}/actions/runs/${run.id}`;
  const { status, conclusion, updatedAt } = progressOfRun(world, run);
  const workflow = world.state.workflows.get(run.workflowId);
  return {
    id: run.id,
    name: workflow.name,
    node_id: nodeId('WorkflowRun', run.id),
    head_branch: run.branch,
    head_sha: run.sha,
    path: workflow.path,
    display_title: run.title,
    run_number: run.number,
    run_attempt: 1,
    event: run.event,
    status,
    conclusion,
    workflow_id: run.workflowId,
    check_suite_id: run.id,
    check_suite_node_id: nodeId('CheckSuite', run.id),
    url: self,
    html_url: `${htmlOf(world, repository)}/actions/runs/${run.id}`,
    pull_requests: pullsOf(world, repository, run),
    created_at: run.createdAt,
    updated_at: updatedAt,
    run_started_at: run.createdAt,
    actor: userById(world, run.actorId),
    triggering_actor: userById(world, run.actorId),
    jobs_url: `${self}/jobs`,
    logs_url: `${self}/logs`,
    check_suite_url: `${api}/check-suites/${run.id}`,
    artifacts_url: `${self}/artifacts`,
    cancel_url: `${self}/cancel`,
    rerun_url: `${self}/rerun`,
    previous_attempt_url: null,
    workflow_url: `${api}/actions/workflows/${run.workflowId}`,
    head_commit: {
      id: run.sha,
      tree_id: commit.tree,
      message: commit.message,
      timestamp: isoOf(commit.committer.atSeconds * 1000),
      author: { name: commit.author.name, email: commit.author.email },
      committer: { name: commit.committer.name, email: commit.committer.email },
    },
    repository: repositoryBody(world, repository),
    head_repository: repositoryBody(world, repository),
  };
}

/** The open pull requests whose head the run was about. */
function pullsOf(world: World, repository: Repository, run: WorkflowRun): Record<string, unknown>[] {
  const api = apiOf(world, repository);
  const repo = { id: repository.id, url: api, name: repository.name };
  return world.state.pulls
    .list({ repositoryId: repository.id, headRef: run.branch, headSha: run.sha })
    .filter((pull) => world.state.issues.get(pull.issueId).state === 'open')
    .map((pull) => ({
      id: pull.id,
      number: pull.number,
      url: `${api}/pulls/${pull.number}`,
      head: { ref: pull.headRef, sha: pull.headSha, repo },
      base: { ref: pull.baseRef, sha: pull.baseSha, repo },
    }));
}
