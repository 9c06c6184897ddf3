import type { OAuthOptions } from './oauth-options.ts';

/** Where RFC 9728 puts the metadata of a resource: in front of its path. */
export const metadataRoot = '/.well-known/oauth-protected-resource';

/** The metadata of the resource at a path of this installation; the empty path is the installation. */
export const describeResource = ({ issuer, resource, scopes }: OAuthOptions, path: string): object => ({
  resource: `${resource}${path}`,
  authorization_servers: [issuer],
  bearer_methods_supported: ['header'],
  scopes_supported: Object.keys(scopes),
});

/** The values of `aud` that are for a server: the installation as a whole, or one of the paths of the server. */
export const audiencesOf = (
  { resource, audiences = [] }: OAuthOptions,
  paths: readonly string[],
): readonly string[] => [resource, `${resource}/`, ...paths.map((path) => `${resource}${path}`), ...audiences];
