import type { Release } from '../state/releases.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { nodeId } from './node-id.ts';
import { apiOf, htmlOf } from './repository.ts';
import { userById } from './user.ts';

/** A release. The forge stores no assets. */
export function releaseBody(world: World, repository: Repository, release: Release): Record<string, unknown> {
  const [api, html] = [apiOf(world, repository), htmlOf(world, repository)];
  const self = `${api}/releases/${release.id}`;
  const tag = encodeURIComponent(release.tagName);
  return {
    url: self,
    assets_url: `${self}/assets`,
    upload_url: `${self}/assets{?name,label}`,
    html_url: `${html}/releases/${release.draft ? `edit/${tag}` : `tag/${tag}`}`,
    id: release.id,
    author: userById(world, release.authorId),
    node_id: nodeId('Release', release.id),
    tag_name: release.tagName,
    target_commitish: release.target,
    name: release.name,
    draft: release.draft,
    immutable: false,
    prerelease: release.prerelease,
    created_at: release.createdAt,
    updated_at: release.createdAt,
    published_at: release.publishedAt,
    assets: [],
    tarball_url: release.draft ? null : `${api}/tarball/${tag}`,
    zipball_url: release.draft ? null : `${api}/zipball/${tag}`,
    body: release.body,
  };
}
