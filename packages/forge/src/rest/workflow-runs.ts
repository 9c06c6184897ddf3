import { ok, type Answer } from '../answers/answer.ts';
import { pageOf, readPage } from '../answers/paging.ts';
import { notFound } from '../answers/refusal.ts';
import { workflowRunBody } from '../bodies/workflow-run.ts';
import { progressOfRun } from '../domain/run-progress.ts';
import type { WorkflowRun } from '../state/workflows.ts';
import type { RepositoryCall } from './call.ts';
import { findWorkflow } from './workflows.ts';

export function listRuns(call: RepositoryCall): Promise<Answer> {
  return answer(call, call.world.state.workflowRuns.list({ repositoryId: call.repository.id }, { order: '-id' }));
}

export function listRunsOfWorkflow(call: RepositoryCall): Promise<Answer> {
  return answer(call, call.world.state.workflowRuns.list({ workflowId: findWorkflow(call).id }, { order: '-id' }));
}

export async function getRun(call: RepositoryCall): Promise<Answer> {
  return ok(await bodyOf(call, findRun(call)));
}

/** The forge stores no artifacts. */
export function listArtifacts(call: RepositoryCall): Answer {
  findRun(call);
  return ok({ total_count: 0, artifacts: [] });
}

export function findRun(call: RepositoryCall): WorkflowRun {
  const id = call.numberParameter('run_id');
  const run = call.world.state.workflowRuns.find({ id, repositoryId: call.repository.id });
  if (run === undefined) throw notFound();
  return run;
}

async function answer(call: RepositoryCall, all: readonly WorkflowRun[]): Promise<Answer> {
  const found = all.filter((run) => fits(call, run));
  const { items, link } = pageOf(readPage(call.url), found);
  const bodies: unknown[] = [];
  for (const run of items) bodies.push(await bodyOf(call, run));
  return ok({ total_count: found.length, workflow_runs: bodies }, link ? { link } : undefined);
}

function fits(call: RepositoryCall, run: WorkflowRun): boolean {
  const { world } = call;
  const is = (name: string, ...values: (string | null)[]): boolean => {
    const wanted = call.query(name);
    return wanted === undefined || values.includes(wanted);
  };
  if (!is('branch', run.branch) || !is('event', run.event) || !is('head_sha', run.sha)) return false;
  if (!is('actor', world.state.users.get(run.actorId).login)) return false;
  const { status, conclusion } = progressOfRun(world, run);
  return is('status', status, conclusion);
}

async function bodyOf(call: RepositoryCall, run: WorkflowRun): Promise<Record<string, unknown>> {
  const body = workflowRunBody(call.world, call.repository, run, await call.git.objects.commit(run.sha));
  return call.query('exclude_pull_requests') === 'true' ? { ...body, pull_requests: [] } : body;
}
