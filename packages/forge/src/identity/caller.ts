import type { Actor } from './actor.ts';

/** Under which name requests are counted: a token's, or else the address they come from. */
export function callerOf(actor: Actor | undefined, address: string): string {
  return actor ? `user:${actor.user.id}:${actor.token.id}` : `ip:${address}`;
}
