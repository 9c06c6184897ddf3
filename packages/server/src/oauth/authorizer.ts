import type { Principal } from '@recourse/engine';
import { principalOfClaims } from './claims.ts';
import { createIntrospect } from './introspect.ts';
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
  const directory = createIssuerDirectory(options);
  const introspect = createIntrospect(options, directory, now);
  return {
    identify: async (token, audiences) => {
      if (token.length > oauthLimits.tokenBytes || !tokenCharacters.test(token)) return undefined;
      const claims = jwtForm.test(token)
        ? await verifyJwt(token, directory, { issuer: options.issuer, audiences, now: now() })
        : await introspect?.(token, audiences);
      return claims && principalOfClaims(claims, options);
    },
    problem: () => directory.problem(),
  };
};

/** The characters of a bearer token (RFC 6750). */
const tokenCharacters = /^[\w.~+/-]+=*$/u;

/** Three parts: also a JWT without a signature, which is then refused as one. */
const jwtForm = /^[\w-]+\.[\w-]+\.[\w-]*$/u;
