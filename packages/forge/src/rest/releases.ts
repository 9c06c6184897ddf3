import { created, noContent, ok, type Answer } from '../answers/answer.ts';
import { paged, readPage } from '../answers/paging.ts';
import { notFound } from '../answers/refusal.ts';
import { releaseBody } from '../bodies/release.ts';
import { createRelease, latestRelease } from '../domain/create-release.ts';
import { atLeast } from '../identity/level.ts';
import { fields, readInput } from '../input/read-input.ts';
import type { Release } from '../state/releases.ts';
import type { RepositoryCall } from './call.ts';

const { text, flag, optional, nullable } = fields;

/** Drafts are there for writers only. */
const isVisible = ({ level }: RepositoryCall, release: Release | undefined): release is Release =>
  release !== undefined && (!release.draft || atLeast(level, 'write'));

export function listReleases(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const all = world.state.releases
    .list({ repositoryId: repository.id }, { order: '-createdAt' })
    .filter((release) => isVisible(call, release));
  return paged(readPage(call.url), all, (release) => releaseBody(world, repository, release));
}

export function getRelease(call: RepositoryCall): Answer {
  return ok(releaseBody(call.world, call.repository, find(call)));
}

export function getLatestRelease(call: RepositoryCall): Answer {
  return shown(call, latestRelease(call.world, call.repository));
}

export function getReleaseByTag(call: RepositoryCall): Answer {
  const { world, repository } = call;
  return shown(
    call,
    world.state.releases.find({ repositoryId: repository.id, tagName: call.parameter('tag'), draft: false }),
  );
}

export async function postRelease(call: RepositoryCall): Promise<Answer> {
  const { world, repository, git, user } = call;
  const input = readInput(call.body, {
    tag_name: text,
    target_commitish: optional(text),
    name: optional(nullable(text)),
    body: optional(nullable(text)),
    draft: optional(flag),
    prerelease: optional(flag),
  });
  const release = await createRelease(world, {
    repository,
    git,
    user,
    tagName: input.tag_name,
    target: input.target_commitish,
    name: input.name ?? null,
    body: input.body ?? null,
    draft: input.draft ?? false,
    prerelease: input.prerelease ?? false,
  });
  const body = releaseBody(world, repository, release);
  return created(body, String(body['url']));
}

export function deleteRelease(call: RepositoryCall): Answer {
  call.world.state.releases.delete({ id: find(call).id });
  return noContent;
}

function find(call: RepositoryCall): Release {
  const id = call.numberParameter('release_id');
  const release = call.world.state.releases.find({ id, repositoryId: call.repository.id });
  if (!isVisible(call, release)) throw notFound();
  return release;
}

function shown(call: RepositoryCall, release: Release | undefined): Answer {
  if (release === undefined) throw notFound();
  return ok(releaseBody(call.world, call.repository, release));
}
