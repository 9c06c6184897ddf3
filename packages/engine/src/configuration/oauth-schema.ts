import { optionalKey } from '@recourse/contract/optional-key';
import { z } from 'zod';
import { trustLevels } from '../levels.ts';

/** An address with TLS, or one of this machine, without query and fragment. */
const address = z
  .string()
  .max(500)
  .regex(
    /^(?:https:\/\/[^\s/?#@]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?)(?:\/[^\s?#]*)?$/,
    'expects an https:// address without a query, or http:// at this machine',
  );

const origin = z
  .string()
  .max(500)
  .regex(
    /^(?:https:\/\/[^\s/?#@]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?)$/,
    'expects an https:// address without a path, or http:// at this machine',
  );

/** The characters of a scope (RFC 6749). */
const scopeName = z.string().regex(/^[!#-[\]-~]{1,100}$/, 'expects the name of a scope: visible ASCII without blanks');

const scope = z.strictObject({
  trust: optionalKey(z.enum(trustLevels)).describe(
    'The trust of tokens with this scope. The highest of its scopes counts. Defaults to validated.',
  ),
  tools: optionalKey(z.array(z.string().min(1).max(200))).describe(
    'The tools that tokens with this scope may call. Left out: all. A token may call the tools of all its scopes.',
  ),
});

export const oauthSchema = z.strictObject({
  issuer: address.describe('The authorization server, exactly as its tokens name it.'),
  resource: origin.describe('The address of this installation as callers see it, such as https://tools.example.org.'),
  audiences: optionalKey(z.array(z.string().min(1).max(500))).describe(
    'Further values of aud to accept, for authorization servers without resource indicators.',
  ),
  scopes: z
    .record(scopeName, scope)
    .describe('The rights of each scope. A token has the rights of all its scopes; others give none.'),
  introspection: optionalKey(
    z.strictObject({
      client_id: z
        .string()
        .min(1)
        .max(200)
        .describe('The client that this installation is at the authorization server.'),
      secret_variable: z
        .string()
        .regex(/^[A-Z_][A-Z\d_]*$/, 'expects the name of an environment variable')
        .describe('The environment variable with the secret of that client.'),
    }),
  ).describe('Asks the authorization server about tokens that are not JWTs. Left out: they are refused.'),
});
