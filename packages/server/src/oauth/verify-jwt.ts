import { errors, jwtVerify } from 'jose';
import type { Claims } from './claims.ts';
import { IssuerUnavailableError } from './issuer-unavailable.ts';
import type { IssuerDirectory } from './issuer.ts';
import { oauthLimits } from './oauth-options.ts';

/** Signatures with a private key only: with HMAC, the public key of the issuer could sign. `none` is never accepted. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

interface Expected {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly now: number;
}

/** Checks a JWT: signature, issuer, audience, and times. Nothing for one that is not valid, whatever the reason. */
export const verifyJwt = async (
  token: string,
  directory: IssuerDirectory,
  { issuer, audiences, now }: Expected,
): Promise<Claims | undefined> => {
  const { keys } = await directory.find();
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms,
      issuer,
      audience: [...audiences],
      requiredClaims: ['exp', 'sub'],
      clockTolerance: oauthLimits.clockToleranceSeconds,
      currentDate: new Date(now),
    });
    return payload;
  } catch (thrown) {
    if (thrown instanceof IssuerUnavailableError) throw thrown;
    if (thrown instanceof errors.JWKSTimeout || thrown instanceof errors.JWKSInvalid) throw unusable(thrown);
    if (thrown instanceof errors.JOSEError && thrown.constructor !== errors.JOSEError) return undefined;
    throw unusable(thrown);
  }
};

const unusable = (cause: unknown): IssuerUnavailableError =>
  new IssuerUnavailableError('The keys of the authorization server cannot be read', { cause });
