import type { OAuthOptions } from './oauth-options.ts';
import { metadataRoot } from './resource-metadata.ts';

interface Challenge {
  readonly error?: 'invalid_token' | 'invalid_request' | 'insufficient_scope';
  readonly scope?: readonly string[];
}

/** The WWW-Authenticate header that tells a client where to get a token (RFC 9728), and what was wrong (RFC 6750). */
export const challengeHeader = ({ resource }: OAuthOptions, path: string, { error, scope }: Challenge = {}): string =>
  [
    `Bearer resource_metadata="${resource}${metadataRoot}${path}"`,
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(scope === undefined || scope.length === 0 ? [] : [`scope="${scope.join(' ')}"`]),
  ].join(', ');
