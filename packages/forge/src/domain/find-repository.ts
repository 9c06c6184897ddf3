import { notFound } from '../answers/refusal.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';

/** A repository, the repository that a former name leads to, or nothing. */
export type Found = { readonly repository: Repository } | { readonly moved: Repository } | undefined;

/** Finds a repository by owner and name, ignoring case. A former name leads to the repository it was given to. */
export function findRepository(world: World, owner: string, name: string): Found {
  const user = world.state.users.find({ login: owner });
  if (user === undefined) return undefined;
  const repository = world.state.repositories.find({ ownerId: user.id, name });
  if (repository) return { repository };
  const former = world.state.formerNames.find({ ownerId: user.id, name });
  return former && { moved: world.state.repositories.get(former.repositoryId) };
}

/** Returns the repository, or throws the 404 of a name that is unknown or no longer used. */
export function repositoryOrNotFound(found: Found): Repository {
  if (found === undefined || 'moved' in found) throw notFound();
  return found.repository;
}
