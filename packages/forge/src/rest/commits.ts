import { ok, text as textAnswer, type Answer } from '../answers/answer.ts';
import { linkOf, readPage } from '../answers/paging.ts';
import { emptyRepository, notFound, unacceptable } from '../answers/refusal.ts';
import { commitBody, fileBody } from '../bodies/commit.ts';
import { isTreePath } from '../git/names.ts';
import type { RepositoryCall } from './call.ts';

const maxFiles = 300;

/** The newest commits first, from a branch, tag or id. */
export async function listCommits(call: RepositoryCall): Promise<Answer> {
  if (await call.git.isEmpty()) throw emptyRepository();
  const from = await call.git.resolveCommit(call.query('sha') ?? call.repository.defaultBranch);
  if (from === undefined) throw notFound();
  const path = call.query('path');
  if (path !== undefined && !isTreePath(path)) return ok([]);
  const author = call.query('author');
  const page = readPage(call.url);
  const shas = await call.git.history.log({
    from,
    limit: page.size + 1,
    skip: page.skip,
    ...(path ? { path } : {}),
    ...(author ? { author: addressOf(call, author) } : {}),
    ...dateFilter(call, 'since'),
    ...dateFilter(call, 'until'),
  });
  const link = linkOf(page, { more: shas.length > page.size });
  return ok(await commitBodies(call, shas.slice(0, page.size)), link ? { link } : undefined);
}

export async function getCommit(call: RepositoryCall): Promise<Answer> {
  const { world, repository, git } = call;
  const sha = await commitOrRefuse(call);
  const commit = await git.objects.commit(sha);
  const [parent] = commit.parents;
  if (call.accepts('sha')) return textAnswer(sha, 'application/vnd.github.sha; charset=utf-8');
  if (call.accepts('diff'))
    return textAnswer(await git.diffText(parent, sha), 'application/vnd.github.diff; charset=utf-8');
  if (call.accepts('patch'))
    return textAnswer(await git.patchText(parent, sha), 'application/vnd.github.patch; charset=utf-8');
  const changes = await git.diff(parent, sha);
  const additions = changes.reduce((sum, change) => sum + change.additions, 0);
  const deletions = changes.reduce((sum, change) => sum + change.deletions, 0);
  return ok({
    ...commitBody(world, repository, commit),
    stats: { total: additions + deletions, additions, deletions },
    files: changes.slice(0, maxFiles).map((change) => fileBody(world, repository, change, sha)),
  });
}

/** The commit that the address names, or GitHub's refusal for what it is not. */
export async function commitOrRefuse(call: RepositoryCall): Promise<string> {
  const name = call.parameter('ref');
  const sha = await call.git.resolveCommit(name);
  if (sha) return sha;
  if (await call.git.isEmpty()) throw emptyRepository();
  throw unacceptable(`No commit found for SHA: ${name.slice(0, 200)}`);
}

export async function commitBodies(call: RepositoryCall, shas: readonly string[]): Promise<unknown[]> {
  const commits = await Promise.all(shas.map((sha) => call.git.objects.commit(sha)));
  return commits.map((commit) => commitBody(call.world, call.repository, commit));
}

function addressOf(call: RepositoryCall, author: string): string {
  const user = call.world.state.users.find({ login: author });
  return user?.email ?? author;
}

/** Git reads dates in many ways; only the published form is passed on. */
function dateFilter(call: RepositoryCall, name: 'since' | 'until'): { [K in typeof name]?: string } {
  const atMs = Date.parse(call.query(name) ?? '');
  return Number.isFinite(atMs) ? { [name]: new Date(atMs).toISOString() } : {};
}
