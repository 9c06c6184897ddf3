import { ok, type Answer } from '../answers/answer.ts';
import { linkOf, paged, readPage } from '../answers/paging.ts';
import { fileBody } from '../bodies/commit.ts';
import { forkPoint } from '../domain/fork-point.ts';
import { pullCommits } from '../domain/pull-commits.ts';
import type { RepositoryCall } from './call.ts';
import { commitBodies } from './commits.ts';
import { findPull } from './find-pull.ts';

const maxFiles = 3000;

export async function listPullCommits(call: RepositoryCall): Promise<Answer> {
  const facts = findPull(call);
  const page = readPage(call.url);
  const shas = await pullCommits(call.git, facts.pull, await forkPoint(call.git, facts.pull));
  const link = linkOf(page, { last: Math.max(1, Math.ceil(shas.length / page.size)) });
  return ok(await commitBodies(call, shas.slice(page.skip, page.skip + page.size)), link ? { link } : undefined);
}

export async function listPullFiles(call: RepositoryCall): Promise<Answer> {
  const facts = findPull(call);
  const { headSha } = facts.pull;
  const changes = await call.git.diff(await forkPoint(call.git, facts.pull), headSha);
  return paged(readPage(call.url), changes.slice(0, maxFiles), (change) =>
    fileBody(call.world, call.repository, change, headSha),
  );
}
