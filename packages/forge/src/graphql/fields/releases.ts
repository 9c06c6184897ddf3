import { nodeId } from '../../bodies/node-id.ts';
import { latestRelease } from '../../domain/create-release.ts';
import { atLeast } from '../../identity/level.ts';
import type { Release } from '../../state/releases.ts';
import type { Repository } from '../../state/repositories.ts';
import { mayRead } from '../access.ts';
import { connect, type Connection, type PageArguments } from '../connection.ts';
import type { Context } from '../context.ts';
import type { Fields } from './fields.ts';

interface ReleaseSource {
  readonly release: Release;
  readonly isLatest: boolean;
}

export interface ReleaseArguments extends PageArguments {
  readonly orderBy?: { readonly field: 'CREATED_AT' | 'NAME'; readonly direction: 'ASC' | 'DESC' } | null;
}

export function listReleases(
  context: Context,
  repository: Repository,
  { orderBy, ...page }: ReleaseArguments,
): Connection<ReleaseSource> {
  const level = mayRead(context, repository, 'contents');
  const { world } = context;
  const latest = latestRelease(world, repository);
  const column = orderBy?.field === 'NAME' ? 'name' : 'createdAt';
  const releases = world.state.releases
    .list({ repositoryId: repository.id }, { order: orderBy?.direction === 'DESC' ? `-${column}` : column })
    .filter(({ draft }) => !draft || atLeast(level, 'write'))
    .map((release) => ({ release, isLatest: release.id === latest?.id }));
  return connect(releases, page);
}

export const releaseFields: Fields<ReleaseSource> = {
  id: ({ release }) => nodeId('Release', release.id),
  name: ({ release }) => release.name,
  tagName: ({ release }) => release.tagName,
  isDraft: ({ release }) => release.draft,
  isLatest: ({ isLatest }) => isLatest,
  isPrerelease: ({ release }) => release.prerelease,
  createdAt: ({ release }) => release.createdAt,
  publishedAt: ({ release }) => release.publishedAt,
};
