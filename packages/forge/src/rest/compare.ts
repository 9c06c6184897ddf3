import { ok, text as textAnswer, type Answer } from '../answers/answer.ts';
import { linkOf, readPage } from '../answers/paging.ts';
import { notFound } from '../answers/refusal.ts';
import { commitBody, fileBody } from '../bodies/commit.ts';
import { apiOf, htmlOf } from '../bodies/repository.ts';
import type { RepositoryCall } from './call.ts';
import { commitBodies } from './commits.ts';

const maxFiles = 300;

/** Compares two commits: the commits that only the head has, and the changes since their merge base. */
export async function compareCommits(call: RepositoryCall): Promise<Answer> {
  const { world, repository, git } = call;
  const [baseName, headName, ...more] = call.parameter('basehead').split('...');
  const owner = world.state.users.get(repository.ownerId).login.toLowerCase();
  const named = (name = ''): string =>
    name.toLowerCase().startsWith(`${owner}:`) ? name.slice(owner.length + 1) : name;
  const [base, head] = [await git.resolveCommit(named(baseName)), await git.resolveCommit(named(headName))];
  const mergeBase = base && head && more.length === 0 ? await git.history.mergeBase(base, head) : undefined;
  if (base === undefined || head === undefined || mergeBase === undefined) throw notFound();
  if (call.accepts('diff'))
    return textAnswer(await git.diffText(mergeBase, head), 'application/vnd.github.diff; charset=utf-8');
  if (call.accepts('patch'))
    return textAnswer(await git.patchText(base, head), 'application/vnd.github.patch; charset=utf-8');
  const { ahead, behind } = await git.history.divergence(base, head);
  const page = readPage(call.url);
  const size = call.query('per_page') ? page.size : 250;
  const shas = await git.history.log({ from: head, notIn: base, limit: 10_000, oldestFirst: true });
  const skip = (page.number - 1) * size;
  const link = linkOf(page, { more: shas.length > skip + size });
  const html = `${htmlOf(world, repository)}/compare/${base}...${head}`;
  const changes = page.number === 1 ? await git.diff(mergeBase, head) : [];
  const body = {
    url: `${apiOf(world, repository)}/compare/${base}...${head}`,
    html_url: html,
    permalink_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    base_commit: commitBody(world, repository, await git.objects.commit(base)),
    merge_base_commit: commitBody(world, repository, await git.objects.commit(mergeBase)),
    status: ahead === 0 ? (behind === 0 ? 'identical' : 'behind') : behind === 0 ? 'ahead' : 'diverged',
    ahead_by: ahead,
    behind_by: behind,
    total_commits: ahead,
    commits: await commitBodies(call, shas.slice(skip, skip + size)),
    files: changes.slice(0, maxFiles).map((change) => fileBody(world, repository, change, head)),
  };
  return ok(body, link ? { link } : undefined);
}
