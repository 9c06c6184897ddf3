import { trustLevels } from '@recourse/engine';
import type { OAuthOptions, ScopeRights } from './oauth-options.ts';

type Scopes = OAuthOptions['scopes'];

/** The scopes of the configuration, those that give most first: by trust, then by the number of tools. */
const strongestFirst = (scopes: Scopes): readonly string[] =>
  Object.entries(scopes)
    .toSorted(([, one], [, other]) => trustOf(other) - trustOf(one) || toolsOf(other) - toolsOf(one))
    .map(([scope]) => scope);

const trustOf = ({ trust = 'validated' }: ScopeRights): number => trustLevels.indexOf(trust);

const toolsOf = ({ tools }: ScopeRights): number => tools?.length ?? Number.MAX_SAFE_INTEGER;

/** The first scope of those with the least trust; undefined if none is configured. */
export const weakestScope = (scopes: Scopes): string | undefined =>
  Object.entries(scopes).toSorted(([, one], [, other]) => trustOf(one) - trustOf(other))[0]?.[0];

/**
 * The scopes that a token needs besides its own, for something that `suffices` tests. A client asks for all scopes that a
 * challenge names, so there are no more than needed, and those that give least. Undefined if no scope helps.
 */
export const missingScopes = (
  scopes: Scopes,
  granted: readonly string[],
  suffices: (scopes: readonly string[]) => boolean,
): readonly string[] | undefined => {
  const others = strongestFirst(scopes).filter((scope) => !granted.includes(scope));
  if (!suffices([...granted, ...others])) return undefined;
  return others.reduce((needed, scope) => {
    const fewer = needed.filter((one) => one !== scope);
    return suffices([...granted, ...fewer]) ? fewer : needed;
  }, others);
};
