import { Refusal } from '../answers/refusal.ts';
import { apiOf } from '../bodies/repository.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';

/** Redirects a request for a former name to the repository's current name. */
export function movedTo(world: World, repository: Repository, method: string, rest: string): Refusal {
  const url = `${apiOf(world, repository)}${rest}`;
  const read = method === 'GET' || method === 'HEAD';
  return new Refusal(read ? 301 : 307, read ? 'Moved Permanently' : 'Temporary Redirect', {
    headers: { location: url },
    more: { url },
  });
}
