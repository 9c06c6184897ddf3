import { unacceptable } from '../answers/refusal.ts';
import { fields, type InputOf } from '../input/read-input.ts';
import { checkStatuses, conclusions, type CheckRun } from '../state/checks.ts';
import type { Repository } from '../state/repositories.ts';
import type { Workflow, WorkflowRun } from '../state/workflows.ts';
import type { World } from '../world.ts';
import { branchRef } from './follow-refs.ts';

const { text, list, object, optional, oneOf } = fields;

const progress = { status: optional(oneOf(checkStatuses)), conclusion: optional(oneOf(conclusions)) } as const;

/** A run of a workflow as seeds and the control endpoint describe it. The forge runs nothing itself. */
export const runShape = {
  workflow: text,
  path: optional(text),
  event: optional(text),
  branch: optional(text),
  title: optional(text),
  actor: optional(text),
  jobs: list(
    object({
      name: text,
      ...progress,
      steps: optional(list(object({ name: text, ...progress, log: optional(text) }))),
    }),
  ),
} as const;

export type ReadRun = InputOf<typeof runShape>;

/** Records a run of a workflow on the head of a branch, with a check run for each job. */
export async function startRun(world: World, repository: Repository, run: ReadRun): Promise<WorkflowRun> {
  const { state } = world;
  if (run.jobs.length === 0) throw unacceptable('A run needs at least one job');
  const branch = run.branch ?? repository.defaultBranch;
  const git = world.gits.of(repository);
  const head = await git.refs.get(branchRef(branch));
  if (head === undefined) throw unacceptable(`No branch ${JSON.stringify(branch.slice(0, 200))}`);
  const { message } = await git.objects.commit(head.sha);
  const actor = run.actor === undefined ? undefined : state.users.find({ login: run.actor });
  if (run.actor !== undefined && actor === undefined) throw unacceptable('No such actor');
  const now = world.clock.now();
  return state.transaction(() => {
    const workflow = workflowOf(world, repository, run);
    const [last] = state.workflowRuns.list({ workflowId: workflow.id }, { order: '-number', limit: 1 });
    const created = state.workflowRuns.insert({
      repositoryId: repository.id,
      workflowId: workflow.id,
      number: (last?.number ?? 0) + 1,
      event: run.event ?? 'push',
      title: run.title ?? message.split('\n')[0] ?? '',
      branch,
      sha: head.sha,
      actorId: actor?.id ?? repository.ownerId,
      createdAt: now,
    });
    for (const job of run.jobs) insertJob(world, created, job, now);
    return created;
  });
}

function workflowOf(world: World, { id: repositoryId }: Repository, run: ReadRun): Workflow {
  const slug = run.workflow.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const path = run.path ?? `.github/workflows/${slug}.yml`;
  const known = world.state.workflows.find({ repositoryId, path });
  return (
    known ?? world.state.workflows.insert({ repositoryId, name: run.workflow, path, createdAt: world.clock.now() })
  );
}

function insertJob(world: World, run: WorkflowRun, job: ReadRun['jobs'][number], now: string): void {
  const { status, conclusion } = progressOf(job);
  const check = world.state.checkRuns.insert({
    repositoryId: run.repositoryId,
    sha: run.sha,
    name: job.name,
    status,
    conclusion,
    detailsUrl: null,
    externalId: '',
    startedAt: now,
    completedAt: status === 'completed' ? now : null,
    output: { title: null, summary: null, text: null },
  });
  const steps = (job.steps ?? []).map((step) => ({ name: step.name, ...progressOf(step), log: step.log ?? '' }));
  world.state.jobs.add({ id: check.id, repositoryId: run.repositoryId, runId: run.id, steps });
}

/** A conclusion completes; without one, work waits. */
function progressOf({
  status,
  conclusion,
}: {
  readonly status: CheckRun['status'] | undefined;
  readonly conclusion: CheckRun['conclusion'] | undefined;
}): Pick<CheckRun, 'status' | 'conclusion'> {
  if (status === 'completed' && !conclusion) throw unacceptable('A completed job or step needs a conclusion');
  return { status: conclusion ? 'completed' : (status ?? 'queued'), conclusion: conclusion ?? null };
}
