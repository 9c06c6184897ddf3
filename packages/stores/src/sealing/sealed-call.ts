import { isJsonObject } from '@recourse/contract';
import type { HeldCall } from '@recourse/engine/store-ports';
import type { Sealed, Sealer } from '@recourse/engine/sealing';

/** The encrypted part of a token's row. */
export interface SealedCall {
  /** The call, where `recourse_confirm` may make it. */
  readonly held?: HeldCall;
  /** The secret of the token, where the same call, repeated, must be answered with it again. */
  readonly secret?: string;
}

const place = (digest: string): string => `token ${digest}`;

/** Seals what there is to hide for the row of its token. */
export const sealCall = (sealer: Sealer, hidden: SealedCall, digest: string): Sealed | undefined =>
  hidden.held || hidden.secret !== undefined ? sealer.seal(JSON.stringify(hidden), place(digest)) : undefined;

/** Decrypts the call; empty if another key sealed it. A value that this key sealed has the expected shape. */
export const readCall = (sealer: Sealer, sealed: Sealed | undefined, digest: string): SealedCall => {
  const text = sealed && sealer.unseal(sealed, place(digest));
  const hidden: unknown = text === undefined ? undefined : JSON.parse(text);
  return isJsonObject(hidden) ? hidden : {};
};
