import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { apiOf, htmlOf } from './repository.ts';

export interface ContentFacts {
  readonly path: string;
  readonly sha: string;
  readonly size: number;
  readonly ref: string;
  readonly kind: 'file' | 'dir' | 'symlink' | 'submodule';
}

/** The fields that every kind of content has. */
export function contentBody(world: World, repository: Repository, facts: ContentFacts): Record<string, unknown> {
  const [api, html] = [apiOf(world, repository), htmlOf(world, repository)];
  const path = facts.path.split('/').map(encodeURIComponent).join('/');
  const ref = encodeURIComponent(facts.ref);
  const isDirectory = facts.kind === 'dir';
  const self = `${api}/contents/${path}?ref=${ref}`;
  const git = facts.kind === 'submodule' ? null : `${api}/git/${isDirectory ? 'trees' : 'blobs'}/${facts.sha}`;
  const page = `${html}/${isDirectory ? 'tree' : 'blob'}/${ref}/${path}`;
  return {
    name: facts.path.split('/').at(-1),
    path: facts.path,
    sha: facts.sha,
    size: facts.size,
    url: self,
    html_url: page,
    git_url: git,
    download_url: facts.kind === 'file' || facts.kind === 'symlink' ? `${html}/raw/${ref}/${path}` : null,
    type: facts.kind,
    _links: { self, git, html: page },
  };
}
