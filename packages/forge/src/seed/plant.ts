import { createRelease } from '../domain/create-release.ts';
import { createRepository } from '../domain/create-repository.ts';
import { followRefs } from '../domain/follow-refs.ts';
import { noreplyOf } from '../domain/signature.ts';
import { startRun } from '../domain/start-run.ts';
import { rulesFrom } from '../rest/protections.ts';
import { rulesetFrom } from '../rest/ruleset-input.ts';
import { digestOf } from '../state/tokens.ts';
import type { Repository } from '../state/repositories.ts';
import type { User } from '../state/users.ts';
import type { World } from '../world.ts';
import { plantCommits } from './plant-commits.ts';
import { plantPull } from './plant-pull.ts';
import { insertIssue } from '../domain/create-pull.ts';
import { readSeed, type ReadRepository, type ReadUser } from './seed.ts';

/** A reference or a name in the seed is invalid. */
export class SeedProblem extends Error {
  override readonly name = 'SeedProblem';
}

const reserved = new Set(['repos', 'user', 'users', 'orgs', 'search', 'api', '_forge', 'graphql', 'rate_limit']);

/** Puts a seed into an empty world. */
export async function plant(world: World, seed: unknown): Promise<void> {
  const { users = [], repositories = [] } = readSeed(seed);
  for (const user of users) plantUser(world, user);
  for (const user of users) plantMembers(world, user);
  for (const repository of repositories) await plantRepository(world, repository);
}

function userNamed(world: World, login: string): User {
  const user = world.state.users.find({ login });
  if (user === undefined) throw new SeedProblem(`The seed refers to the user ${login} but does not define it.`);
  return user;
}

function plantUser(world: World, seed: ReadUser): void {
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/.test(seed.login) || reserved.has(seed.login.toLowerCase()))
    throw new SeedProblem(`${JSON.stringify(seed.login)} is not a valid user name.`);
  const user = world.state.users.insert({
    login: seed.login,
    name: seed.name ?? null,
    email: seed.email ?? noreplyOf(seed.login),
    type: seed.type ?? 'User',
    siteAdmin: seed.site_admin ?? false,
    saml: seed.saml ?? false,
    createdAt: world.clock.now(),
  });
  for (const token of seed.tokens ?? [])
    world.state.tokens.insert({
      digest: digestOf(token.token),
      userId: user.id,
      kind: token.kind ?? 'classic',
      scopes: token.scopes ?? ['repo'],
      permissions: Object.fromEntries(
        (token.permissions ?? []).map((permission) => {
          const [name = '', level] = permission.split('=');
          return [name, level === 'write' ? 'write' : 'read'] as const;
        }),
      ),
      repositories: token.repositories ?? null,
      sso: token.sso ?? [],
      expiresAt: token.expires_at ?? null,
    });
}

function plantMembers(world: World, seed: ReadUser): void {
  const organizationId = userNamed(world, seed.login).id;
  for (const { login, role } of seed.members ?? [])
    world.state.memberships.insert({ organizationId, userId: userNamed(world, login).id, role: role ?? 'member' });
}

async function plantRepository(world: World, seed: ReadRepository): Promise<void> {
  const owner = userNamed(world, seed.owner);
  const repository = await createRepository(world, {
    owner,
    name: seed.name,
    description: seed.description ?? null,
    private: seed.private ?? false,
    defaultBranch: seed.default_branch ?? 'main',
    settings: {
      hasIssues: seed.has_issues ?? true,
      hasHooks: seed.has_hooks ?? false,
      allowMergeCommit: seed.allow_merge_commit ?? true,
      allowSquashMerge: seed.allow_squash_merge ?? true,
      allowRebaseMerge: seed.allow_rebase_merge ?? true,
      deleteBranchOnMerge: seed.delete_branch_on_merge ?? false,
    },
  });
  for (const { login, permission } of seed.collaborators ?? [])
    world.state.collaborators.insert({
      repositoryId: repository.id,
      userId: userNamed(world, login).id,
      role: permission ?? 'push',
    });
  const git = world.gits.of(repository);
  if (seed.git !== undefined) await git.importFrom(seed.git);
  await plantCommits(world, repository, seed.commits ?? []);
  await plantTags(world, repository, seed);
  for (const release of seed.releases ?? [])
    await createRelease(world, {
      repository,
      git,
      user: owner,
      tagName: release.tag_name,
      target: release.target_commitish,
      name: release.name ?? null,
      body: release.body ?? null,
      draft: release.draft ?? false,
      prerelease: release.prerelease ?? false,
    });
  for (const issue of seed.issues ?? [])
    insertIssue(world, repository, {
      isPull: false,
      title: issue.title,
      body: issue.body ?? null,
      userId: userNamed(world, issue.user ?? seed.owner).id,
    });
  for (const pull of seed.pulls ?? []) await plantPull(world, repository, pull);
  for (const run of seed.workflow_runs ?? []) await startRun(world, repository, run);
  for (const { branch, rules } of seed.protections ?? [])
    world.state.protections.insert({ repositoryId: repository.id, branch, rules: rulesFrom(rules) });
  const now = world.clock.now();
  for (const ruleset of seed.rulesets ?? [])
    world.state.rulesets.insert({
      repositoryId: repository.id,
      ...rulesetFrom(ruleset),
      createdAt: now,
      updatedAt: now,
    });
  await followRefs(world, repository);
  if (seed.archived) world.state.repositories.update(repository.id, { archived: true });
}

async function plantTags(world: World, repository: Repository, seed: ReadRepository): Promise<void> {
  const { refs } = world.gits.of(repository);
  for (const { name, branch } of seed.tags ?? []) {
    const tip = await refs.get(`refs/heads/${branch}`);
    if (tip === undefined)
      throw new SeedProblem(`The tag ${name} refers to the branch ${branch}, which does not exist.`);
    await refs.move([{ name: `refs/tags/${name}`, from: undefined, to: tip.sha }]);
  }
}
