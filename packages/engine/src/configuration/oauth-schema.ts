import { optionalKey } from '@recourse/contract/optional-key';
import { z } from 'zod';
import { trustLevels } from '../levels.ts';

/** An address with TLS, or one of this machine, without query and fragment. */
const address = z
  .string()
  .max(500)
  .regex(
    /^(?:https:\/\/[^\s/?#@]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?)(?:\/[^\s?#]*)?$/,
    'expects an https:// URL without a query, or an http:// URL on this machine',
  );

const origin = z
  .string()
  .max(500)
  .regex(
    /^(?:https:\/\/[^\s/?#@]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?)$/,
    'expects an https:// URL without a path, or an http:// URL on this machine',
  );

/** The characters of a scope (RFC 6749). */
const scopeName = z
  .string()
  .regex(/^[!#-[\]-~]{1,100}$/, 'expects a scope name: visible ASCII characters without spaces');

const scope = z.strictObject({
  trust: optionalKey(z.enum(trustLevels)).describe(
    'The trust level of tokens with this scope. If a token has several scopes, the highest level counts. Defaults to validated.',
  ),
  tools: optionalKey(z.array(z.string().min(1).max(200))).describe(
    'The tools that tokens with this scope may call. If omitted, all. A token may call the tools of all its scopes.',
  ),
});

export const oauthSchema = z.strictObject({
  issuer: address.describe('The authorization server, exactly as in the iss claim of its tokens.'),
  resource: origin.describe('The URL that callers use for this installation, such as https://tools.example.org.'),
  audiences: optionalKey(z.array(z.string().min(1).max(500))).describe(
    'Additional aud values to accept, for authorization servers without resource indicators.',
  ),
  scopes: z
    .record(scopeName, scope)
    .describe('The rights of each scope. A token has the rights of all its scopes; scopes not listed here give none.'),
  introspection: optionalKey(
    z.strictObject({
      client_id: z.string().min(1).max(200).describe('The client ID of this installation at the authorization server.'),
      secret_variable: z
        .string()
        .regex(/^[A-Z_][A-Z\d_]*$/, 'expects the name of an environment variable')
        .describe('The environment variable that contains the client secret.'),
    }),
  ).describe('Introspects tokens that are not JWTs at the authorization server. If omitted, such tokens are refused.'),
});
