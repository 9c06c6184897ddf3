import { createHash, randomUUID } from 'node:crypto';
import { isJsonObject } from '@recourse/contract';
import { boundedFetch } from './bounded-fetch.ts';
import type { Claims } from './claims.ts';
import { IssuerUnavailableError } from './issuer-unavailable.ts';
import type { IssuerDirectory } from './issuer.ts';
import { oauthLimits } from './oauth-options.ts';
import type { OAuthOptions } from './oauth-options.ts';
import { rememberAttempt } from './remember-attempt.ts';

/** Asks the authorization server about tokens (RFC 7662). */
export interface Introspection {
  /** The claims of a token. Nothing for one that is not active, or not for us. */
  ask(token: string, audiences: readonly string[]): Promise<Claims | undefined>;
  /** Asks about a token that does not exist, unless the last time was a moment ago. Throws if there is no answer. */
  probe(): Promise<unknown>;
}

/** Active tokens are remembered for a few seconds by their digest, so that a burst of calls costs one question. */
export const createIntrospection = (
  { issuer, introspection, cooldownMs = oauthLimits.cooldownMs }: OAuthOptions,
  directory: IssuerDirectory,
  now: () => number,
): Introspection | undefined => {
  if (!introspection) return undefined;
  const { clientId, clientSecret } = introspection;
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const known = new Map<string, { readonly claims: Claims; readonly until: number }>();
  let underWay = 0;

  const ask = async (token: string): Promise<Claims | undefined> => {
    const { introspection: endpoint } = await directory.endpoints();
    if (!endpoint) throw new IssuerUnavailableError('the authorization server has no usable introspection_endpoint');
    const { status, json } = await boundedFetch(endpoint, {
      method: 'POST',
      headers: { authorization, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token, token_type_hint: 'access_token' }).toString(),
    });
    if (status === 401 || status === 403) {
      throw new IssuerUnavailableError(
        'the authorization server rejects the client credentials for token introspection',
      );
    }
    if (status !== 200 || !isJsonObject(json) || typeof json['active'] !== 'boolean') {
      throw new IssuerUnavailableError('the authorization server gave no valid introspection response');
    }
    return json['active'] ? json : undefined;
  };

  const askBounded = async (token: string): Promise<Claims | undefined> => {
    if (underWay >= oauthLimits.introspections) {
      throw new IssuerUnavailableError('too many tokens are being introspected at the moment');
    }
    underWay += 1;
    try {
      return await ask(token);
    } finally {
      underWay -= 1;
    }
  };

  // Not by the tokens of callers: what they send must not make the server unready.
  const probing = rememberAttempt(() => ask(randomUUID()), { freshMs: oauthLimits.probeMs, cooldownMs, now });

  return {
    ask: async (token, audiences) => {
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
    },
    probe: probing.get,
  };
};

/** The authorization server vouches for the token; that it is for this resource and valid now is checked here. */
const isOurs = (claims: Claims, issuer: string, audiences: readonly string[], now: number): boolean => {
  const { iss, aud, exp, nbf } = claims;
  const audience: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  const toleranceMs = oauthLimits.clockToleranceSeconds * 1000;
  return (
    (iss === undefined || iss === issuer) &&
    audience.some((one) => typeof one === 'string' && audiences.includes(one)) &&
    (exp === undefined || (typeof exp === 'number' && exp * 1000 > now)) &&
    (nbf === undefined || (typeof nbf === 'number' && nbf * 1000 <= now + toleranceMs))
  );
};
