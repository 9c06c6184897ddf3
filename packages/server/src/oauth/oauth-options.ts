import type { Trust } from '@recourse/engine';

/** The rights that one scope of an access token gives. */
export interface ScopeRights {
  /** Defaults to `validated`. A token has the highest trust of its scopes. */
  readonly trust?: Trust;
  /** The tools that the scope allows; absent means all. A token may call the tools of all its scopes. */
  readonly tools?: readonly string[];
}

/** How callers with access tokens are recognised: as a resource server of OAuth 2.1. */
export interface OAuthOptions {
  /** The authorization server, exactly as in the iss claim of its tokens. */
  readonly issuer: string;
  /** The address of this installation, as callers see it and without a path: `https://tools.example.org`. */
  readonly resource: string;
  /** Further values of `aud` to accept, for an authorization server that does not know resource indicators. */
  readonly audiences?: readonly string[];
  /** The rights of each scope. Scopes that are not listed give none. */
  readonly scopes: Readonly<Record<string, ScopeRights>>;
  /** Asks the authorization server about tokens that are not JWTs. Without it they are refused. */
  readonly introspection?: { readonly clientId: string; readonly clientSecret: string };
  /** Lowers the trust of single principals, by id. */
  readonly principals?: Readonly<Record<string, Trust>>;
  /** How long the authorization server is not asked again for keys and endpoints. Defaults to 5 s. */
  readonly cooldownMs?: number;
}

/** The limits of what an unknown caller, or a failing authorization server, can cost. */
export const oauthLimits = {
  tokenBytes: 8192,
  documentBytes: 262_144,
  requestMs: 5000,
  cooldownMs: 5000,
  /** Keys and endpoints older than this are fetched again before they are used. */
  keysMs: 600_000,
  /** How long readiness relies on an introspection that was answered. */
  probeMs: 30_000,
  clockToleranceSeconds: 30,
  /** Introspections under way at the same time, and answers that are remembered. */
  introspections: 32,
  rememberedTokens: 1000,
  rememberedMs: 5000,
} as const;
