import { ok, type Answer } from '../answers/answer.ts';
import { linkOf, readPage } from '../answers/paging.ts';
import { Refusal } from '../answers/refusal.ts';
import { commitBody } from '../bodies/commit.ts';
import { branchProtectionSummary } from '../bodies/protection.ts';
import { apiOf, htmlOf } from '../bodies/repository.ts';
import { guardsOf } from '../domain/guards.ts';
import { appliesTo } from '../domain/rulesets.ts';
import { isBranchName } from '../git/names.ts';
import type { RepositoryCall } from './call.ts';

const prefix = 'refs/heads/';

export async function listBranches(call: RepositoryCall): Promise<Answer> {
  const { world, repository } = call;
  const page = readPage(call.url);
  const wanted = call.query('protected');
  const protectedNames = new Set(
    world.state.protections.list({ repositoryId: repository.id }).map((row) => row.branch),
  );
  const rulesets = world.state.rulesets.list({ repositoryId: repository.id, enforcement: 'active' });
  const isProtected = (name: string): boolean =>
    protectedNames.has(name) || rulesets.some((ruleset) => appliesTo(ruleset, repository, name));
  const fits = (name: string): boolean => wanted === undefined || isProtected(name) === (wanted === 'true');
  const limit = wanted === undefined ? page.size + 1 : 100_000;
  const found = (await call.git.refs.list(prefix, { limit, skip: wanted === undefined ? page.skip : 0 }))
    .map((ref) => ({ name: ref.name.slice(prefix.length), sha: ref.sha }))
    .filter(({ name }) => fits(name))
    .slice(wanted === undefined ? 0 : page.skip);
  const link = linkOf(page, { more: found.length > page.size });
  const api = apiOf(world, repository);
  const bodies = found.slice(0, page.size).map(({ name, sha }) => ({
    name,
    commit: { sha, url: `${api}/commits/${sha}` },
    protected: isProtected(name),
    protection: branchProtectionSummary(world, repository, name),
    protection_url: `${api}/branches/${encodeURIComponent(name)}/protection`,
  }));
  return ok(bodies, link ? { link } : undefined);
}

export async function getBranch(call: RepositoryCall): Promise<Answer> {
  const { world, repository } = call;
  const name = call.parameter('branch');
  const ref = isBranchName(name) ? await call.git.refs.get(prefix + name) : undefined;
  if (ref === undefined) throw new Refusal(404, 'Branch not found');
  const self = `${apiOf(world, repository)}/branches/${encodeURIComponent(name)}`;
  return ok({
    name,
    commit: commitBody(world, repository, await call.git.objects.commit(ref.sha)),
    _links: { self, html: `${htmlOf(world, repository)}/tree/${name}` },
    protected: guardsOf(world, repository, name).length > 0,
    protection: branchProtectionSummary(world, repository, name),
    protection_url: `${self}/protection`,
  });
}
