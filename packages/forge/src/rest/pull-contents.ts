import { ok, type Answer } from '../answers/answer.ts';
import { linkOf, paged, readPage } from '../answers/paging.ts';
import { fileBody } from '../bodies/commit.ts';
import type { RepositoryCall } from './call.ts';
import { commitBodies } from './commits.ts';
import { findPull, forkPoint } from './find-pull.ts';

const maxCommits = 250;
const maxFiles = 3000;

export async function listPullCommits(call: RepositoryCall): Promise<Answer> {
  const facts = findPull(call);
  const from = await forkPoint(call, facts);
  const page = readPage(call.url);
  const shas = await call.git.history.log({
    from: facts.pull.headSha,
    ...(from ? { notIn: from } : {}),
    limit: maxCommits,
    oldestFirst: true,
  });
  const link = linkOf(page, { last: Math.max(1, Math.ceil(shas.length / page.size)) });
  return ok(await commitBodies(call, shas.slice(page.skip, page.skip + page.size)), link ? { link } : undefined);
}

export async function listPullFiles(call: RepositoryCall): Promise<Answer> {
  const facts = findPull(call);
  const { headSha } = facts.pull;
  const changes = await call.git.diff(await forkPoint(call, facts), headSha);
  return paged(readPage(call.url), changes.slice(0, maxFiles), (change) =>
    fileBody(call.world, call.repository, change, headSha),
  );
}
