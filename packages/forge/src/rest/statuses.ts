import { created, ok, type Answer } from '../answers/answer.ts';
import { pageOf, paged, readPage } from '../answers/paging.ts';
import { notFound, unacceptable, validationFailed } from '../answers/refusal.ts';
import { nodeId } from '../bodies/node-id.ts';
import { apiOf, repositoryBody } from '../bodies/repository.ts';
import { userById } from '../bodies/user.ts';
import { latestStatuses } from '../domain/checks-of.ts';
import { isSha } from '../git/names.ts';
import { fields, readInput } from '../input/read-input.ts';
import type { Status } from '../state/checks.ts';
import type { RepositoryCall } from './call.ts';
import { commitOrRefuse } from './commits.ts';

const { text, optional, nullable, oneOf } = fields;
const maxStatusesPerContext = 1000;

function simpleStatusBody({ world, repository }: RepositoryCall, status: Status): Record<string, unknown> {
  const creator = userById(world, status.creatorId);
  return {
    url: `${apiOf(world, repository)}/statuses/${status.sha}`,
    avatar_url: creator?.['avatar_url'] ?? null,
    id: status.id,
    node_id: nodeId('Status', status.id),
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: status.createdAt,
    updated_at: status.createdAt,
  };
}

function statusBody(call: RepositoryCall, status: Status): Record<string, unknown> {
  return { ...simpleStatusBody(call, status), creator: userById(call.world, status.creatorId) };
}

export async function createStatus(call: RepositoryCall): Promise<Answer> {
  const { world, repository, git } = call;
  const sha = call.parameter('sha');
  const input = readInput(call.body, {
    state: oneOf(['error', 'failure', 'pending', 'success']),
    target_url: optional(nullable(text)),
    description: optional(nullable(text)),
    context: optional(text),
  });
  if (!isSha(sha) || (await git.objects.info(sha))?.type !== 'commit')
    throw unacceptable(`No commit found for SHA: ${sha.slice(0, 200)}`);
  const context = input.context ?? 'default';
  if (input.target_url && !/^https?:\/\//.test(input.target_url))
    throw validationFailed({
      resource: 'Status',
      code: 'custom',
      field: 'target_url',
      message: 'target_url must use http(s) scheme',
    });
  const known = world.state.statuses.count({ repositoryId: repository.id, sha, context });
  if (known >= maxStatusesPerContext)
    throw validationFailed({
      resource: 'Status',
      code: 'custom',
      message: 'This SHA and context has reached the maximum number of statuses.',
    });
  const status = world.state.statuses.insert({
    repositoryId: repository.id,
    sha,
    state: input.state,
    context,
    description: input.description ?? null,
    targetUrl: input.target_url ?? null,
    creatorId: call.user.id,
    createdAt: world.clock.now(),
  });
  return created(statusBody(call, status), `${apiOf(world, repository)}/statuses/${sha}`);
}

export async function listStatuses(call: RepositoryCall): Promise<Answer> {
  const sha = await commitOrRefuse(call);
  const all = call.world.state.statuses.list({ repositoryId: call.repository.id, sha }, { order: '-id' });
  return paged(readPage(call.url), all, (status) => statusBody(call, status));
}

/** The worst of the latest states, one for each context. */
export async function getCombinedStatus(call: RepositoryCall): Promise<Answer> {
  const { world, repository } = call;
  const sha = await call.git.resolveCommit(call.parameter('ref'));
  if (sha === undefined) throw notFound();
  const latest = latestStatuses(world, repository, sha);
  const bad = latest.some(({ state }) => state === 'failure' || state === 'error');
  const open = latest.length === 0 || latest.some(({ state }) => state === 'pending');
  const { items, link } = pageOf(readPage(call.url), latest);
  const api = apiOf(world, repository);
  const body = {
    state: bad ? 'failure' : open ? 'pending' : 'success',
    statuses: items.map((status) => simpleStatusBody(call, status)),
    sha,
    total_count: latest.length,
    repository: repositoryBody(world, repository),
    commit_url: `${api}/commits/${sha}`,
    url: `${api}/commits/${sha}/status`,
  };
  return ok(body, link ? { link } : undefined);
}
