import { randomBytes } from 'node:crypto';
import type { AskRequest } from '@recourse/engine/store-ports';
import { digestOfSecret } from './digest.ts';
import { sealCall } from './sealed-call.ts';
import type { Sealed, Sealer } from '@recourse/engine/sealing';

/** A token that is still to get its row. */
export interface DrawnToken {
  readonly secret: string;
  readonly digest: string;
  readonly sealed: Sealed | undefined;
}

/** Draws 256 random bits, and seals what their row hides: the held call, and where it is shared the secret itself. */
export const drawToken = (sealer: Sealer, { prefix, held, shared }: AskRequest): DrawnToken => {
  const secret = `${prefix}_${randomBytes(32).toString('base64url')}`;
  const digest = digestOfSecret(secret);
  const sealed = sealCall(sealer, { ...(held && { held }), ...(shared && { secret }) }, digest);
  return { secret, digest, sealed };
};
