import { validationFailed } from '../answers/refusal.ts';
import { isDuplicate } from '../state/database.ts';
import type { Repository } from '../state/repositories.ts';
import type { User } from '../state/users.ts';
import type { World } from '../world.ts';
import { signatureOf } from './signature.ts';

export interface RepositoryOrder {
  readonly owner: User;
  readonly name: string;
  readonly description: string | null;
  readonly private: boolean;
  readonly defaultBranch: string;
  readonly settings?: Partial<
    Pick<
      Repository,
      | 'archived'
      | 'hasIssues'
      | 'allowMergeCommit'
      | 'allowSquashMerge'
      | 'allowRebaseMerge'
      | 'deleteBranchOnMerge'
      | 'hasHooks'
    >
  >;
}

/** Whether the name is valid in a URL and as a folder. */
export function isRepositoryName(name: string): boolean {
  return /^[A-Za-z0-9._-]{1,100}$/.test(name) && name !== '.' && name !== '..' && !/\.(git|wiki)$/i.test(name);
}

/** The row first, then the folder: a row without a folder is completed at the next start. */
export async function createRepository(world: World, order: RepositoryOrder): Promise<Repository> {
  if (!isRepositoryName(order.name))
    throw validationFailed({
      resource: 'Repository',
      code: 'custom',
      field: 'name',
      message: 'name can only contain ASCII letters, digits, and the characters ., -, and _',
    });
  const now = world.clock.now();
  const repository = insert(world, order, now);
  world.state.formerNames.delete({ ownerId: order.owner.id, name: order.name });
  await world.gits.of(repository).create(repository.defaultBranch);
  return repository;
}

function insert(world: World, order: RepositoryOrder, now: string): Repository {
  try {
    return world.state.repositories.insert({
      ownerId: order.owner.id,
      name: order.name,
      description: order.description,
      private: order.private,
      archived: false,
      hasIssues: true,
      defaultBranch: order.defaultBranch,
      allowMergeCommit: true,
      allowSquashMerge: true,
      allowRebaseMerge: true,
      deleteBranchOnMerge: false,
      hasHooks: false,
      ...order.settings,
      createdAt: now,
      updatedAt: now,
      pushedAt: now,
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw validationFailed({
      resource: 'Repository',
      code: 'custom',
      field: 'name',
      message: 'name already exists on this account',
    });
  }
}

/** The first commit that GitHub offers to make, with a readme. */
export async function initialCommit(world: World, repository: Repository, user: User): Promise<void> {
  const { objects, refs } = world.gits.of(repository);
  const about = repository.description ? `\n${repository.description}\n` : '';
  const blob = await objects.writeBlob(Buffer.from(`# ${repository.name}\n${about}`));
  const tree = await objects.writeTree([{ mode: '100644', name: 'README.md', sha: blob }]);
  const signature = signatureOf(world, user);
  const sha = await objects.writeCommit({
    tree,
    parents: [],
    author: signature,
    committer: signature,
    message: 'Initial commit\n',
  });
  await refs.move([{ name: `refs/heads/${repository.defaultBranch}`, from: undefined, to: sha }]);
}
