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

/** The types of access tokens (RFC 9068), and of JWTs whose issuer does not tell them apart by type. */
const accessTokenType = /^(?:application\/)?(?:at\+)?jwt$/iu;

interface Expected {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly now: number;
}

/** Checks a JWT: signature, type, issuer, audience, and times. Nothing for one that is not valid, whatever the reason. */
export const verifyJwt = async (
  token: string,
  directory: IssuerDirectory,
  { issuer, audiences, now }: Expected,
): Promise<Claims | undefined> => {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, directory.keyOf, {
      algorithms,
      issuer,
      audience: [...audiences],
      requiredClaims: ['exp', 'sub'],
      clockTolerance: oauthLimits.clockToleranceSeconds,
      currentDate: new Date(now),
    });
    const { typ } = protectedHeader;
    return typ === undefined || accessTokenType.test(typ) ? payload : undefined;
  } catch (thrown) {
    if (thrown instanceof IssuerUnavailableError) throw thrown;
    if (thrown instanceof errors.JOSEError) return undefined;
    throw new IssuerUnavailableError('a key of the authorization server cannot be used', { cause: thrown });
  }
};
