import { ok, type Answer } from '../answers/answer.ts';
import { pageOf, readPage } from '../answers/paging.ts';
import { notFound } from '../answers/refusal.ts';
import { workflowBody } from '../bodies/workflow.ts';
import type { Workflow } from '../state/workflows.ts';
import type { RepositoryCall } from './call.ts';

export function listWorkflows(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const all = world.state.workflows.list({ repositoryId: repository.id });
  const { items, link } = pageOf(readPage(call.url), all);
  const workflows = items.map((workflow) => workflowBody(world, repository, workflow));
  return ok({ total_count: all.length, workflows }, link ? { link } : undefined);
}

export function getWorkflow(call: RepositoryCall): Answer {
  return ok(workflowBody(call.world, call.repository, findWorkflow(call)));
}

/** A workflow by its id, or by the name of its file. */
export function findWorkflow(call: RepositoryCall): Workflow {
  const name = call.parameter('workflow_id');
  const all = call.world.state.workflows.list({ repositoryId: call.repository.id });
  const found = all.find(({ id, path }) => String(id) === name || path === name || path.endsWith(`/${name}`));
  if (found === undefined) throw notFound();
  return found;
}
