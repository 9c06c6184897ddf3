import { created, ok, type Answer } from '../answers/answer.ts';
import { pageOf, readPage } from '../answers/paging.ts';
import { notFound, unacceptable } from '../answers/refusal.ts';
import { checkRunBody } from '../bodies/check-run.ts';
import { apiOf } from '../bodies/repository.ts';
import { latestCheckRuns } from '../domain/checks-of.ts';
import { isSha } from '../git/names.ts';
import { fields, readInput, type InputOf } from '../input/read-input.ts';
import { checkStatuses, conclusions, type CheckRun } from '../state/checks.ts';
import type { RepositoryCall } from './call.ts';
import { commitOrRefuse } from './commits.ts';

const { text, optional, nullable, oneOf, object } = fields;

const changeable = {
  status: optional(oneOf(checkStatuses)),
  conclusion: optional(nullable(oneOf(conclusions))),
  details_url: optional(nullable(text)),
  external_id: optional(text),
  started_at: optional(text),
  completed_at: optional(text),
  output: optional(
    object({ title: optional(nullable(text)), summary: optional(nullable(text)), text: optional(nullable(text)) }),
  ),
} as const;

export async function createCheckRun(call: RepositoryCall): Promise<Answer> {
  const { world, repository, git } = call;
  const input = readInput(call.body, { name: text, head_sha: text, ...changeable });
  if (!isSha(input.head_sha) || (await git.objects.info(input.head_sha))?.type !== 'commit')
    throw unacceptable(`No commit found for SHA: ${input.head_sha.slice(0, 200)}`);
  const now = world.clock.now();
  const blank: Omit<CheckRun, 'id'> = {
    repositoryId: repository.id,
    sha: input.head_sha,
    name: input.name,
    status: 'queued',
    conclusion: null,
    detailsUrl: null,
    externalId: '',
    startedAt: now,
    completedAt: null,
    output: { title: null, summary: null, text: null },
  };
  const run = world.state.checkRuns.insert({ ...blank, ...changesFrom(input, now) });
  return created(checkRunBody(world, repository, run), `${apiOf(world, repository)}/check-runs/${run.id}`);
}

export function updateCheckRun(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const run = find(call);
  const input = readInput(call.body, { name: optional(text), ...changeable });
  const changes = {
    ...changesFrom(input, world.clock.now()),
    ...(input.name === undefined ? {} : { name: input.name }),
  };
  return ok(checkRunBody(world, repository, world.state.checkRuns.update(run.id, changes)));
}

export function getCheckRun(call: RepositoryCall): Answer {
  return ok(checkRunBody(call.world, call.repository, find(call)));
}

/** The forge stores no annotations. */
export function listAnnotations(call: RepositoryCall): Answer {
  find(call);
  return ok([]);
}

export async function listCheckRuns(call: RepositoryCall): Promise<Answer> {
  const { world, repository } = call;
  const sha = await commitOrRefuse(call);
  const [name, status] = [call.query('check_name'), call.query('status')];
  const all =
    call.query('filter') === 'all'
      ? world.state.checkRuns.list({ repositoryId: repository.id, sha })
      : latestCheckRuns(world, repository, sha);
  const found = all.filter((run) => (!name || run.name === name) && (!status || run.status === status));
  const { items, link } = pageOf(readPage(call.url), found);
  const body = { total_count: found.length, check_runs: items.map((run) => checkRunBody(world, repository, run)) };
  return ok(body, link ? { link } : undefined);
}

function find(call: RepositoryCall): CheckRun {
  const id = call.numberParameter('check_run_id');
  const run = call.world.state.checkRuns.find({ id, repositoryId: call.repository.id });
  if (run === undefined) throw notFound();
  return run;
}

/** A conclusion completes the run, and a completed run needs a conclusion. */
function changesFrom(input: InputOf<typeof changeable>, now: string): Partial<Omit<CheckRun, 'id'>> {
  if (input.status === 'completed' && !input.conclusion)
    throw unacceptable('Invalid request.\n\nMissing required parameter: conclusion.');
  const status = input.conclusion ? 'completed' : input.status;
  for (const time of [input.started_at, input.completed_at])
    if (time !== undefined && !Number.isFinite(Date.parse(time)))
      throw unacceptable(`Invalid request.\n\n${JSON.stringify(time.slice(0, 100))} is not a valid date-time.`);
  return {
    ...(status ? { status } : {}),
    ...(input.conclusion === undefined ? {} : { conclusion: input.conclusion }),
    ...(input.details_url === undefined ? {} : { detailsUrl: input.details_url }),
    ...(input.external_id === undefined ? {} : { externalId: input.external_id }),
    ...(input.started_at === undefined ? {} : { startedAt: input.started_at }),
    ...(status === 'completed' ? { completedAt: input.completed_at ?? now } : {}),
    ...(input.output === undefined
      ? {}
      : {
          output: {
            title: input.output.title ?? null,
            summary: input.output.summary ?? null,
            text: input.output.text ?? null,
          },
        }),
  };
}
