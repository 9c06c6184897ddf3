import { createHash } from 'node:crypto';
import { isJsonObject } from '@recourse/contract';
import { boundedFetch } from './bounded-fetch.ts';
import type { Claims } from './claims.ts';
import { IssuerUnavailableError } from './issuer-unavailable.ts';
import type { IssuerDirectory } from './issuer.ts';
import { oauthLimits } from './oauth-options.ts';
import type { OAuthOptions } from './oauth-options.ts';

/** Asks the authorization server about a token (RFC 7662). Nothing for a token that is not active, or not for us. */
export type Introspect = (token: string, audiences: readonly string[]) => Promise<Claims | undefined>;

/** Active tokens are remembered for a few seconds by their digest, so that a burst of calls costs one question. */
export const createIntrospect = (
  { issuer, introspection }: OAuthOptions,
  directory: IssuerDirectory,
  now: () => number,
): Introspect | undefined => {
  if (!introspection) return undefined;
  const { clientId, clientSecret } = introspection;
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const known = new Map<string, { readonly claims: Claims; readonly until: number }>();
  let underWay = 0;

  const ask = async (token: string): Promise<Claims | undefined> => {
    const { introspectionEndpoint } = await directory.find();
    if (!introspectionEndpoint) throw new IssuerUnavailableError('The authorization server has no introspection');
    const response = await boundedFetch(introspectionEndpoint, {
      method: 'POST',
      headers: { authorization, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token, token_type_hint: 'access_token' }).toString(),
    });
    if (!response.ok) throw new IssuerUnavailableError('The authorization server refuses to introspect');
    const claims: unknown = await response.json().catch(() => undefined);
    return isJsonObject(claims) && claims['active'] === true ? claims : undefined;
  };

  const askBounded = async (token: string): Promise<Claims | undefined> => {
    if (underWay >= oauthLimits.introspections) throw new IssuerUnavailableError('Too many introspections');
    underWay += 1;
    try {
      return await ask(token);
    } finally {
      underWay -= 1;
    }
  };

  return async (token, audiences) => {
    const digest = createHash('sha256').update(token).digest('base64');
    const remembered = known.get(digest);
    const fresh = remembered && remembered.until > now() ? remembered.claims : undefined;
    const claims = fresh ?? (await askBounded(token));
    if (!claims || !isOurs(claims, issuer, audiences, now())) return undefined;
    if (!fresh) {
      if (known.size >= oauthLimits.rememberedTokens) known.clear();
      known.set(digest, { claims, until: now() + oauthLimits.rememberedMs });
    }
    return claims;
  };
};

/** The authorization server vouches for the token; that it is for this resource and not expired is checked here. */
const isOurs = (claims: Claims, issuer: string, audiences: readonly string[], now: number): boolean => {
  const { iss, aud, exp } = claims;
  const audience: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  return (
    (iss === undefined || iss === issuer) &&
    audience.some((one) => typeof one === 'string' && audiences.includes(one)) &&
    (exp === undefined || (typeof exp === 'number' && exp * 1000 > now))
  );
};
