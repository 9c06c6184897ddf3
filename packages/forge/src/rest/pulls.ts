import { created, ok, text as textAnswer, type Answer } from '../answers/answer.ts';
import { paged, readPage } from '../answers/paging.ts';
import { Refusal, validationFailed } from '../answers/refusal.ts';
import { simplePullBody, type PullFacts } from '../bodies/pull.ts';
import { openPullBetween } from '../domain/create-pull.ts';
import { followedPull, followRefs } from '../domain/follow-refs.ts';
import { forkPoint } from '../domain/fork-point.ts';
import { openPull } from '../domain/open-pull.ts';
import { findPullBranch } from '../domain/pull-branch.ts';
import { pullProblem } from '../domain/pull-problem.ts';
import { atLeast } from '../identity/level.ts';
import { fields, readInput } from '../input/read-input.ts';
import type { RepositoryCall } from './call.ts';
import { findPull, wholePull } from './find-pull.ts';

const { text, flag, whole, optional, nullable, oneOf } = fields;

export function listPulls(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const state = call.choice('PullRequest', 'state', ['open', 'closed', 'all'], 'open');
  const [head, base] = [call.query('head'), call.query('base')];
  const owner = world.state.users.get(repository.ownerId).login;
  const sort = call.query('sort') ?? 'created';
  const descending = (call.query('direction') ?? (call.query('sort') ? 'asc' : 'desc')) === 'desc';
  const found = world.state.pulls
    .list({ repositoryId: repository.id, ...(base ? { baseRef: base } : {}) })
    .map((pull): PullFacts => ({ repository, pull, issue: world.state.issues.get(pull.issueId) }))
    .filter(({ issue }) => state === 'all' || issue.state === state)
    .filter(
      ({ pull }) =>
        head === undefined || !head.includes(':') || `${owner}:${pull.headRef}`.toLowerCase() === head.toLowerCase(),
    );
  const key = ({ pull, issue }: PullFacts): string =>
    `${sort === 'updated' ? issue.updatedAt : issue.createdAt} ${String(pull.number).padStart(10, '0')}`;
  found.sort((a, b) => (key(a) < key(b) ? -1 : 1) * (descending ? -1 : 1));
  return paged(readPage(call.url), found, (facts) => simplePullBody(world, facts));
}

export async function getPull(call: RepositoryCall): Promise<Answer> {
  await followedPull(call.world, call.repository, findPull(call).pull);
  const facts = findPull(call);
  const { headSha } = facts.pull;
  if (call.accepts('diff') || call.accepts('patch')) return asText(call, facts, headSha);
  return ok(await wholePull(call, facts));
}

const maxDiffLines = 20_000;

async function asText(call: RepositoryCall, facts: PullFacts, headSha: string): Promise<Answer> {
  const from = await forkPoint(call.git, facts.pull);
  const kind = call.accepts('diff') ? 'diff' : 'patch';
  const body = kind === 'diff' ? await call.git.diffText(from, headSha) : await call.git.patchText(from, headSha);
  if (body.split('\n').length > maxDiffLines)
    throw new Refusal(406, `Sorry, the diff exceeded the maximum number of lines (${maxDiffLines})`, {
      errors: [{ resource: 'PullRequest', field: 'diff', code: 'too_large' }],
    });
  return textAnswer(body, `application/vnd.github.${kind}; charset=utf-8`);
}

export async function postPull(call: RepositoryCall): Promise<Answer> {
  const { world, repository, git } = call;
  const input = readInput(call.body, {
    title: optional(text),
    head: text,
    base: text,
    body: optional(nullable(text)),
    draft: optional(flag),
    maintainer_can_modify: optional(flag),
    issue: optional(whole),
  });
  const { pull, issue } = await openPull(world, {
    repository,
    git,
    user: call.user,
    title: input.title,
    body: input.body ?? null,
    head: input.head,
    base: input.base,
    draft: input.draft ?? false,
    maintainerCanModify: input.maintainer_can_modify ?? false,
  });
  const body = await wholePull(call, { repository, pull, issue }, true);
  return created(body, String(body['url']));
}

export async function patchPull(call: RepositoryCall): Promise<Answer> {
  const { world, repository } = call;
  const facts = findPull(call);
  if (facts.issue.userId !== call.user.id && !atLeast(call.level, 'write'))
    throw new Refusal(403, 'Must have push access to Repository.');
  const input = readInput(call.body, {
    title: optional(text),
    body: optional(nullable(text)),
    state: optional(oneOf(['open', 'closed'])),
    base: optional(text),
    maintainer_can_modify: optional(flag),
  });
  if (input.title?.trim() === '')
    throw validationFailed({ resource: 'PullRequest', field: 'title', code: 'missing_field' });
  if (input.base !== undefined) await changeBase(call, facts, input.base);
  if (input.state !== undefined && input.state !== facts.issue.state) changeState(call, facts, input.state);
  world.state.issues.update(facts.issue.id, {
    ...(input.title === undefined ? {} : { title: input.title }),
    ...(input.body === undefined ? {} : { body: input.body }),
    updatedAt: world.clock.now(),
  });
  if (input.maintainer_can_modify !== undefined)
    world.state.pulls.update(facts.pull.id, { maintainerCanModify: input.maintainer_can_modify });
  if (input.state === 'open') await followRefs(world, repository);
  return ok(await wholePull(call, findPull(call)));
}

function changeState(
  { world, repository }: RepositoryCall,
  { pull, issue }: PullFacts,
  state: 'open' | 'closed',
): void {
  const now = world.clock.now();
  if (state === 'open' && pull.mergedAt !== null)
    throw pullProblem('state cannot be changed. The pull request was merged.', 'state');
  if (state === 'open' && openPullBetween(world, repository, pull.headRef, pull.baseRef))
    throw pullProblem('state cannot be changed. Another pull request for this branch is open.', 'state');
  world.state.issues.update(issue.id, { state, closedAt: state === 'closed' ? now : null });
}

async function changeBase(call: RepositoryCall, { pull, issue }: PullFacts, name: string): Promise<void> {
  if (issue.state === 'closed') throw pullProblem('Cannot change the base branch of a closed pull request.', 'base');
  const base = await findPullBranch(call.git, 'base', name);
  if ((await call.git.history.count(pull.headSha, base.sha)) === 0)
    throw pullProblem(
      `There are no new commits between base branch '${name}' and head branch '${pull.headRef}'`,
      'base',
    );
  call.world.state.pulls.update(pull.id, { baseRef: base.ref, baseSha: base.sha });
}
