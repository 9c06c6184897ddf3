import type { Signature } from '../git/commit-object.ts';
import type { User } from '../state/users.ts';
import type { World } from '../world.ts';

/** The address that a user without one has in commits. */
export function noreplyOf(login: string): string {
  return `${login}@users.noreply.localhost`;
}

/** A user as the author of something that happens now. */
export function signatureOf(world: World, user: User): Signature {
  return {
    name: user.name ?? user.login,
    email: user.email ?? noreplyOf(user.login),
    atSeconds: Math.floor(world.clock.nowMs() / 1000),
    zone: '+0000',
  };
}
