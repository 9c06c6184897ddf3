import { isJsonObject } from '@recourse/contract';
import type { HeldCall } from '@recourse/engine';
import type { Sealed, Sealer } from './sealer.ts';

const place = (digest: string): string => `token ${digest}`;

/** Seals a held call for the row of its token. Without a key nothing is held. */
export const sealHeldCall = (sealer: Sealer | undefined, held: HeldCall, digest: string): Sealed | undefined =>
  sealer?.seal(JSON.stringify(held), place(digest));

/** Reads a held call; nothing where its key is not ours. What was sealed by us has the shape that we gave it. */
export const readHeldCall = (sealer: Sealer | undefined, sealed: Sealed, digest: string): HeldCall | undefined => {
  const text = sealer?.unseal(sealed, place(digest));
  const held: unknown = text === undefined ? undefined : JSON.parse(text);
  return isJsonObject(held) ? (held as unknown as HeldCall) : undefined;
};
