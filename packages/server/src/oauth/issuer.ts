import { isJsonObject } from '@recourse/contract';
import { createLocalJWKSet, errors } from 'jose';
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose';
import { boundedFetch } from './bounded-fetch.ts';
import { IssuerUnavailableError } from './issuer-unavailable.ts';
import { oauthLimits } from './oauth-options.ts';
import type { OAuthOptions } from './oauth-options.ts';
import { rememberAttempt } from './remember-attempt.ts';

/** The endpoints of the authorization server that are used here; undefined if it names none that may be used. */
interface Endpoints {
  readonly jwks: URL | undefined;
  readonly introspection: URL | undefined;
}

/** Finds the endpoints and the keys of the authorization server, and finds them again after a failure. */
export interface IssuerDirectory {
  endpoints(): Promise<Endpoints>;
  /** The keys in use, for a token that has arrived; a key that is not among them is looked for once in each cooldown. */
  readonly keyOf: JWTVerifyGetKey;
  /** Reads the keys if they are not known or too old. Throws if they cannot be read. */
  readKeys(): Promise<unknown>;
}

export const createIssuerDirectory = (
  { issuer, cooldownMs = oauthLimits.cooldownMs }: OAuthOptions,
  now: () => number,
): IssuerDirectory => {
  const remembering = { freshMs: oauthLimits.keysMs, cooldownMs, now };
  const endpoints = rememberAttempt(() => discover(issuer), remembering);
  const keys = rememberAttempt(async () => fetchKeys(await endpoints.get()), remembering);
  const keyOf: JWTVerifyGetKey = async (header, token) => {
    const known = await keys.get();
    try {
      return await known(header, token);
    } catch (thrown) {
      if (!(thrown instanceof errors.JWKSNoMatchingKey)) throw thrown;
      const renewed = await keys.renew();
      if (renewed === known) throw thrown;
      return renewed(header, token);
    }
  };
  return { endpoints: endpoints.get, keyOf, readKeys: keys.get };
};

const discover = async (issuer: string): Promise<Endpoints> => {
  const metadata = await readMetadata(issuer);
  return {
    jwks: endpoint(metadata['jwks_uri'], issuer),
    introspection: endpoint(metadata['introspection_endpoint'], issuer),
  };
};

const fetchKeys = async ({ jwks }: Endpoints): Promise<JWTVerifyGetKey> => {
  if (!jwks) throw new IssuerUnavailableError('the authorization server has no usable jwks_uri');
  const { status, json } = await boundedFetch(jwks);
  try {
    if (status !== 200) throw new Error(`the status is ${status}`);
    return createLocalJWKSet(json as JSONWebKeySet);
  } catch (cause) {
    throw new IssuerUnavailableError('the keys of the authorization server cannot be read', { cause });
  }
};

/**
 * RFC 8414 puts the well-known part in front of the path, OpenID Connect behind it, and some servers mix the two. A
 * server may answer at the places that it does not use with anything, such as a redirect to its login page.
 */
const readMetadata = async (issuer: string): Promise<Readonly<Record<string, unknown>>> => {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/u, '');
  const places = new Set([
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]);
  const signal = AbortSignal.timeout(oauthLimits.requestMs);
  let failure: unknown;
  for (const place of places) {
    try {
      const { status, json } = await boundedFetch(place, { signal });
      if (status === 200 && isJsonObject(json) && json['issuer'] === issuer) return json;
    } catch (thrown) {
      failure ??= thrown;
    }
  }
  throw failure ?? new IssuerUnavailableError('the authorization server has no metadata for this issuer');
};

/** An address with TLS, or at the same loopback address as an issuer without it. */
const endpoint = (value: unknown, issuer: string): URL | undefined => {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.protocol === 'https:' || url.origin === new URL(issuer).origin ? url : undefined;
};
