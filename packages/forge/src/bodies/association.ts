import { roleOf } from '../identity/level.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';

/** The association of the author with the repository. */
export function associationOf(world: World, repository: Repository, userId: number): string {
  if (userId === repository.ownerId) return 'OWNER';
  if (world.state.memberships.find({ organizationId: repository.ownerId, userId })) return 'MEMBER';
  if (world.state.collaborators.find({ repositoryId: repository.id, userId })) return 'COLLABORATOR';
  return roleOf(world.state, world.state.users.get(userId), repository) === 'admin' ? 'COLLABORATOR' : 'NONE';
}
