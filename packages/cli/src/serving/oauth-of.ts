import type { Configuration } from '@recourse/engine/configuration';
import type { OAuthOptions } from '@recourse/server';
import { OperatorError } from '../errors/operator-error.ts';

/** Completes the operator's settings for access tokens with the secret that only the environment has. */
export const oauthOf = (
  { oauth, trust }: Pick<Configuration, 'oauth' | 'trust'>,
  environment: Readonly<Record<string, string | undefined>>,
): OAuthOptions | undefined => {
  if (!oauth) return undefined;
  const { introspection, ...settings } = oauth;
  const options = { ...settings, ...(trust.principals && { principals: trust.principals }) };
  if (!introspection) return options;
  const { clientId, secretVariable } = introspection;
  const clientSecret = environment[secretVariable];
  if (clientSecret === undefined || clientSecret === '') {
    throw new OperatorError(
      'SERVER_SETTINGS_INVALID',
      `oauth.introspection needs the environment variable ${secretVariable}, which is not set.`,
    );
  }
  return { ...options, introspection: { clientId, clientSecret } };
};
