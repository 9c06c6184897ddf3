import { rm } from 'node:fs/promises';
import { created, noContent, ok, type Answer } from '../answers/answer.ts';
import { notFound, Refusal, unacceptable, validationFailed } from '../answers/refusal.ts';
import { apiOf, fullRepositoryBody } from '../bodies/repository.ts';
import { createRepository, initialCommit, isRepositoryName } from '../domain/create-repository.ts';
import { isBranchName } from '../git/names.ts';
import { fields, readInput } from '../input/read-input.ts';
import type { User } from '../state/users.ts';
import type { Call, RepositoryCall } from './call.ts';

const { text, flag, optional, nullable, oneOf } = fields;

export function createForUser(call: Call): Promise<Answer> {
  return create(call, call.user);
}

export function createInOrganization(call: Call): Promise<Answer> {
  const organization = call.world.state.users.find({ login: call.parameter('org'), type: 'Organization' });
  if (organization === undefined) throw notFound();
  const member = call.world.state.memberships.find({ organizationId: organization.id, userId: call.user.id });
  if (member === undefined)
    throw new Refusal(403, 'You need admin access to the organization before adding a repository to it.');
  return create(call, organization);
}

async function create(call: Call, owner: User): Promise<Answer> {
  const input = readInput(call.body, {
    name: text,
    description: optional(nullable(text)),
    private: optional(flag),
    visibility: optional(oneOf(['public', 'private'])),
    auto_init: optional(flag),
    has_issues: optional(flag),
    allow_merge_commit: optional(flag),
    allow_squash_merge: optional(flag),
    allow_rebase_merge: optional(flag),
    delete_branch_on_merge: optional(flag),
  });
  const repository = await createRepository(call.world, {
    owner,
    name: input.name,
    description: input.description ?? null,
    private: input.private ?? input.visibility === 'private',
    defaultBranch: 'main',
    settings: {
      hasIssues: input.has_issues ?? true,
      allowMergeCommit: input.allow_merge_commit ?? true,
      allowSquashMerge: input.allow_squash_merge ?? true,
      allowRebaseMerge: input.allow_rebase_merge ?? true,
      deleteBranchOnMerge: input.delete_branch_on_merge ?? false,
    },
  });
  if (input.auto_init) await initialCommit(call.world, repository, call.user);
  return created(fullRepositoryBody(call.world, repository, 'admin'), apiOf(call.world, repository));
}

export function getRepository(call: RepositoryCall): Answer {
  return ok(fullRepositoryBody(call.world, call.repository, call.level));
}

export async function updateRepository(call: RepositoryCall): Promise<Answer> {
  const { world, repository } = call;
  const input = readInput(call.body, {
    name: optional(text),
    description: optional(nullable(text)),
    private: optional(flag),
    archived: optional(flag),
    default_branch: optional(text),
    has_issues: optional(flag),
    allow_merge_commit: optional(flag),
    allow_squash_merge: optional(flag),
    allow_rebase_merge: optional(flag),
    delete_branch_on_merge: optional(flag),
  });
  if (repository.archived && input.archived !== false)
    throw new Refusal(403, 'Repository was archived so is read-only.');
  if (input.default_branch !== undefined) await changeDefaultBranch(call, input.default_branch);
  if (input.name !== undefined && input.name !== repository.name) rename(call, input.name);
  const changes = {
    description: input.description,
    private: input.private,
    archived: input.archived,
    hasIssues: input.has_issues,
    allowMergeCommit: input.allow_merge_commit,
    allowSquashMerge: input.allow_squash_merge,
    allowRebaseMerge: input.allow_rebase_merge,
    deleteBranchOnMerge: input.delete_branch_on_merge,
  };
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const updated = world.state.repositories.update(repository.id, { ...given, updatedAt: world.clock.now() });
  return ok(fullRepositoryBody(world, updated, call.level));
}

async function changeDefaultBranch({ world, repository, git }: RepositoryCall, branch: string): Promise<void> {
  const known = isBranchName(branch) && (await git.refs.get(`refs/heads/${branch}`));
  if (!known)
    throw unacceptable(`The branch ${JSON.stringify(branch)} was not found. Please push that ref first or create it.`);
  await git.refs.setHead(branch);
  world.state.repositories.update(repository.id, { defaultBranch: branch });
}

function rename({ world, repository }: RepositoryCall, name: string): void {
  const { ownerId } = repository;
  const taken = world.state.repositories.find({ ownerId, name });
  if (!isRepositoryName(name) || (taken && taken.id !== repository.id))
    throw validationFailed({
      resource: 'Repository',
      code: 'custom',
      field: 'name',
      message: 'name already exists on this account',
    });
  world.state.transaction(() => {
    world.state.formerNames.delete({ ownerId, name });
    world.state.formerNames.delete({ ownerId, name: repository.name });
    world.state.formerNames.insert({ ownerId, name: repository.name, repositoryId: repository.id });
    world.state.repositories.update(repository.id, { name });
  });
}

/** The row first, then the folder: a folder without a row is removed at the next start. */
export async function deleteRepository({ world, repository, git }: RepositoryCall): Promise<Answer> {
  world.state.repositories.delete({ id: repository.id });
  world.gits.forget(repository.id);
  await rm(git.directory, { recursive: true, force: true, maxRetries: 3 });
  return noContent;
}
