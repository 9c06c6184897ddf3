import type { RefMove } from '../git/refs.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { followRefs } from './follow-refs.ts';

/** Moves refs by compare-and-swap and lets the pull requests follow. Throws StaleRef if a ref has moved since. */
export async function moveRefs(world: World, repository: Repository, moves: readonly RefMove[]): Promise<void> {
  await world.gits.of(repository).refs.move(moves);
  await afterMove(world, repository, new Set(moves.map((move) => move.name)));
}

export async function afterMove(world: World, repository: Repository, changed: ReadonlySet<string>): Promise<void> {
  const now = world.clock.now();
  world.state.repositories.update(repository.id, { pushedAt: now, updatedAt: now });
  await followRefs(world, repository, changed);
}
