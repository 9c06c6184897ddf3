import type { Principal } from '@recourse/engine';
import { isAccessToken, principalOfClaims } from './claims.ts';
import { createIntrospection } from './introspect.ts';
import { reasonOf } from './issuer-unavailable.ts';
import { createIssuerDirectory } from './issuer.ts';
import { oauthLimits } from './oauth-options.ts';
import type { OAuthOptions } from './oauth-options.ts';
import { verifyJwt } from './verify-jwt.ts';

/** Recognises callers by their access tokens. */
export interface Authorizer {
  /**
   * The principal of a token; undefined for one that is not valid here. Throws an `IssuerUnavailableError` if the
   * authorization server would have to be asked and cannot be.
   */
  identify(token: string, audiences: readonly string[]): Promise<Principal | undefined>;
  /** Why tokens cannot be checked at the moment; undefined if they can. */
  problem(): Promise<string | undefined>;
}

export const createAuthorizer = (options: OAuthOptions, now: () => number = Date.now): Authorizer => {
  const directory = createIssuerDirectory(options, now);
  const introspection = createIntrospection(options, directory, now);
  return {
    identify: async (token, audiences) => {
      if (token.length > oauthLimits.tokenBytes || !tokenCharacters.test(token)) return undefined;
      const claims = jwtForm.test(token)
        ? await verifyJwt(token, directory, { issuer: options.issuer, audiences, now: now() })
        : await introspection?.ask(token, audiences);
      return claims && isAccessToken(claims) ? principalOfClaims(claims, options) : undefined;
    },
    problem: async () => {
      try {
        const { jwks } = await directory.endpoints();
        await introspection?.probe();
        // An authorization server without JWTs needs no keys.
        if (jwks || !introspection) await directory.readKeys();
        return undefined;
      } catch (thrown) {
        return reasonOf(thrown);
      }
    },
  };
};

/** The characters of a bearer token (RFC 6750). */
const tokenCharacters = /^[\w.~+/-]+=*$/u;

/** Three parts: also a JWT without a signature, which is then refused as one. */
const jwtForm = /^[\w-]+\.[\w-]+\.[\w-]*$/u;
