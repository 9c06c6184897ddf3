import { hasHiddenCharacters } from '@recourse/contract/hidden-characters';
import type { Principal, Trust } from '@recourse/engine';
import { trustLevels } from '@recourse/engine';
import type { OAuthOptions } from './oauth-options.ts';

/** The claims of a token that was checked, whichever way. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Whether claims are those of an access token, as far as they say it: an authorization server introspects refresh tokens
 * too, and signs ID tokens with the same keys.
 */
export const isAccessToken = ({ token_use: use, token_type: type }: Claims): boolean =>
  ![use, type].some((kind) => typeof kind === 'string' && otherToken.test(kind));

const otherToken = /(?:^|[^a-z])(?:refresh|id)(?:[_-]?token)?$/iu;

const longestSubject = 180;

/** How the ids of principals with access tokens begin. No key can have such a principal. */
const prefix = 'oauth:';

/** Turns the claims of a valid token into a principal. A token without a usable subject has no principal. */
export const principalOfClaims = (claims: Claims, options: OAuthOptions): Principal | undefined => {
  const { sub } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > longestSubject || hasHiddenCharacters(sub))
    return undefined;
  return principalWithScopes(`${prefix}${sub}`, scopesIn(claims), options);
};

/** The principal of an id with the trust and the tools of scopes. A scope that is not configured gives no right. */
export const principalWithScopes = (
  id: string,
  named: readonly string[],
  { scopes, principals = {} }: OAuthOptions,
): Principal & { readonly scopes: readonly string[] } => {
  const granted = named.filter((scope) => Object.hasOwn(scopes, scope));
  const rights = granted.flatMap((scope) => scopes[scope] ?? []);
  const most = Object.hasOwn(principals, id) ? principals[id] : undefined;
  const trust = rights.reduce<Trust>((highest, { trust: own = 'validated' }) => higher(highest, own), 'untested');
  const all = rights.some(({ tools }) => tools === undefined);
  return {
    id,
    trust: most === undefined ? trust : lower(trust, most),
    scopes: granted,
    ...(!all && { tools: [...new Set(rights.flatMap(({ tools = [] }) => tools))] }),
  };
};

/** `scope` is a string with blanks between names (RFC 9068); some servers write a list, or call it `scp`. */
const scopesIn = ({ scope, scp }: Claims): readonly string[] => {
  const listed = scope ?? scp;
  if (typeof listed === 'string') return listed.split(' ').filter((name) => name !== '');
  return Array.isArray(listed) ? listed.filter((name) => typeof name === 'string') : [];
};

const higher = (one: Trust, other: Trust): Trust =>
  trustLevels.indexOf(one) > trustLevels.indexOf(other) ? one : other;

const lower = (one: Trust, other: Trust): Trust => (higher(one, other) === one ? other : one);
