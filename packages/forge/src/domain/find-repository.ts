import { apiOf } from '../bodies/repository.ts';
import { notFound, Refusal } from '../answers/refusal.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';

export type Found = { readonly repository: Repository } | { readonly moved: Repository } | undefined;

/** By owner and name, without regard to case; a former name tells where the repository is now. */
export function findRepository(world: World, owner: string, name: string): Found {
  const user = world.state.users.find({ login: owner });
  if (user === undefined) return undefined;
  const repository = world.state.repositories.find({ ownerId: user.id, name });
  if (repository) return { repository };
  const former = world.state.formerNames.find({ ownerId: user.id, name });
  return former && { moved: world.state.repositories.get(former.repositoryId) };
}

/** The redirect that a former name answers with. */
export function movedTo(world: World, repository: Repository, method: string, rest: string): Refusal {
  const url = `${apiOf(world, repository)}${rest}`;
  const read = method === 'GET' || method === 'HEAD';
  return new Refusal(read ? 301 : 307, read ? 'Moved Permanently' : 'Temporary Redirect', {
    headers: { location: url },
    more: { url },
  });
}

export function repositoryOrNotFound(found: Found): Repository {
  if (found === undefined || 'moved' in found) throw notFound();
  return found.repository;
}
