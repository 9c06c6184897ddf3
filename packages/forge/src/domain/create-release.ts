import { validationFailed } from '../answers/refusal.ts';
import { isRefName } from '../git/names.ts';
import type { GitRepository } from '../git/repository.ts';
import { isDuplicate } from '../state/database.ts';
import type { Release } from '../state/releases.ts';
import type { Repository } from '../state/repositories.ts';
import type { User } from '../state/users.ts';
import type { World } from '../world.ts';
import { moveRefs } from './move-refs.ts';

export interface ReleaseOrder {
  readonly repository: Repository;
  readonly git: GitRepository;
  readonly user: User;
  readonly tagName: string;
  /** A branch or a commit, for a tag that does not exist. */
  readonly target: string | undefined;
  readonly name: string | null;
  readonly body: string | null;
  readonly draft: boolean;
  readonly prerelease: boolean;
}

const invalid = (field: string, code: string): Error => validationFailed({ resource: 'Release', field, code });

/** Creates a release. Publishing one creates its tag if there is none, as GitHub does. */
export async function createRelease(world: World, order: ReleaseOrder): Promise<Release> {
  const { repository, git } = order;
  const tag = `refs/tags/${order.tagName}`;
  if (!isRefName(tag)) throw invalid('tag_name', 'invalid');
  const target = order.target ?? repository.defaultBranch;
  const exists = (await git.refs.get(tag)) !== undefined;
  const sha = exists ? undefined : await git.resolveCommit(target);
  if (!exists && sha === undefined) throw invalid('target_commitish', 'invalid');
  const now = world.clock.now();
  const release = insert(world, {
    repositoryId: repository.id,
    tagName: order.tagName,
    target,
    name: order.name,
    body: order.body,
    draft: order.draft,
    prerelease: order.prerelease,
    authorId: order.user.id,
    createdAt: now,
    publishedAt: order.draft ? null : now,
  });
  if (sha !== undefined && !order.draft) await moveRefs(world, repository, [{ name: tag, from: undefined, to: sha }]);
  return release;
}

function insert(world: World, row: Omit<Release, 'id'>): Release {
  try {
    return world.state.releases.insert(row);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw invalid('tag_name', 'already_exists');
  }
}

/** The newest release that is neither a draft nor a prerelease. */
export function latestRelease({ state }: World, repository: Repository): Release | undefined {
  return state.releases.list(
    { repositoryId: repository.id, draft: false, prerelease: false },
    { order: '-createdAt', limit: 1 },
  )[0];
}
