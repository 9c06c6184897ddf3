import { isJsonObject } from '@recourse/contract';
import { createRemoteJWKSet, customFetch } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import { boundedFetch } from './bounded-fetch.ts';
import { IssuerUnavailableError } from './issuer-unavailable.ts';
import { oauthLimits } from './oauth-options.ts';
import type { OAuthOptions } from './oauth-options.ts';

/** The endpoints and keys of the authorization server. */
interface Issuer {
  readonly keys: JWTVerifyGetKey & { readonly reload: () => Promise<void>; jwks(): unknown };
  readonly introspectionEndpoint: URL | undefined;
}

/** Finds the authorization server's endpoints and keys, and finds them again after a failure. */
export interface IssuerDirectory {
  find(): Promise<Issuer>;
  /** Why tokens cannot be checked at the moment; undefined if they can. */
  problem(): Promise<string | undefined>;
}

export const createIssuerDirectory = ({
  issuer,
  cooldownMs = oauthLimits.cooldownMs,
}: OAuthOptions): IssuerDirectory => {
  let found: Promise<Issuer> | undefined;
  let failedAt = -Infinity;
  const find = (): Promise<Issuer> => {
    // A failed attempt is repeated, at most once in each cooldown: callers must not make us flood the issuer.
    if (found && (failedAt === -Infinity || performance.now() - failedAt < cooldownMs)) return found;
    failedAt = -Infinity;
    found = discover(issuer, cooldownMs);
    found.catch(() => (failedAt = performance.now()));
    return found;
  };
  const problem = async (): Promise<string | undefined> => {
    try {
      const { keys } = await find();
      if (!keys.jwks()) await keys.reload();
      return undefined;
    } catch {
      return 'the authorization server cannot be reached';
    }
  };
  return { find, problem };
};

const discover = async (issuer: string, cooldownMs: number): Promise<Issuer> => {
  const metadata = await readMetadata(issuer);
  const jwks = endpoint(metadata['jwks_uri'], issuer);
  if (!jwks) throw new IssuerUnavailableError('The authorization server names no usable jwks_uri');
  const keys = createRemoteJWKSet(jwks, {
    cooldownDuration: cooldownMs,
    cacheMaxAge: oauthLimits.keysMs,
    timeoutDuration: oauthLimits.requestMs,
    [customFetch]: (url, init) => boundedFetch(url, init),
  });
  return { keys, introspectionEndpoint: endpoint(metadata['introspection_endpoint'], issuer) };
};

/** RFC 8414 puts the well-known part in front of the path, OpenID Connect behind it. */
const readMetadata = async (issuer: string): Promise<Readonly<Record<string, unknown>>> => {
  const { origin, pathname } = new URL(issuer);
  const path = pathname === '/' ? '' : pathname.replace(/\/$/u, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  for (const place of places) {
    const response = await boundedFetch(place);
    if (!response.ok) continue;
    const metadata: unknown = await response.json().catch(() => undefined);
    if (isJsonObject(metadata) && metadata['issuer'] === issuer) return metadata;
  }
  throw new IssuerUnavailableError('The authorization server has no metadata for this issuer');
};

/** An address with TLS, or at the same loopback address as an issuer without it. */
const endpoint = (value: unknown, issuer: string): URL | undefined => {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.protocol === 'https:' || url.origin === new URL(issuer).origin ? url : undefined;
};
