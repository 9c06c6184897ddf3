import type { Auth } from '../adapter.ts';
import { missing, wrong } from '../rules/findings.ts';
import type { Report } from '../rules/findings.ts';
import { fields, oneOf, text } from '../rules/index.ts';
import type { Section } from '../rules/index.ts';
import { environmentName, headerText } from './names.ts';

/** Fields that people write a secret into. The advice is the same for all of them. */
const inEnvironment = (field: string): string =>
  `keep the secret in an environment variable, and name it with '${field}'`;

const authFields = {
  type: oneOf(['none', 'bearer', 'api_key', 'basic', 'oauth2']),
  token_env: environmentName,
  key_env: environmentName,
  username_env: environmentName,
  password_env: environmentName,
  header_name: headerText,
  header: headerText,
  query_param: text({ longest: 128, pattern: /^[^\s&=#]+$/, expected: 'the name of a parameter' }),
  prefix: text({ longest: 64, pattern: /^[\x21-\x7e]+$/, expected: 'one word', confidential: true }),
} as const;

/** How requests are signed. */
export const auth = fields(authFields, {
  required: { type: 'how requests are signed' },
  confidential: true,
  advice: {
    token: inEnvironment('token_env'),
    access_token: inEnvironment('token_env'),
    key: inEnvironment('key_env'),
    api_key: inEnvironment('key_env'),
    secret: inEnvironment('key_env'),
    username: inEnvironment('username_env'),
    password: inEnvironment('password_env'),
  },
});

/** What each type needs. */
const needed: Readonly<Record<string, readonly (keyof typeof authFields)[]>> = {
  bearer: ['token_env'],
  api_key: ['key_env'],
  basic: ['username_env', 'password_env'],
};

/** Undefined where something is missing or wrong; no `auth` at all is none. */
export const buildAuth = (section: Section<typeof authFields> | undefined, report: Report): Auth | undefined => {
  if (!section) return { type: 'none' };
  const { is, at, has } = section;
  for (const field of needed[is.type ?? ''] ?? []) {
    if (!has(field)) report(missing(at(field), 'the name of an environment variable'));
  }
  const header = is.header_name ?? is.header;
  switch (is.type) {
    case undefined:
      return undefined;
    case 'none':
      return { type: 'none' };
    case 'oauth2':
      report(
        wrong(at('type'), 'a type that needs no exchange of its own', {
          suggestion: "get a token elsewhere, and use type 'bearer' with token_env",
        }),
      );
      return undefined;
    case 'basic':
      return is.username_env === undefined || is.password_env === undefined
        ? undefined
        : { type: 'basic', usernameEnv: is.username_env, passwordEnv: is.password_env };
    case 'bearer':
      if (is.token_env === undefined) return undefined;
      return header === undefined || header.toLowerCase() === 'authorization'
        ? { type: 'bearer', tokenEnv: is.token_env, prefix: is.prefix ?? 'Bearer' }
        : { type: 'api_key', keyEnv: is.token_env, in: 'header', name: header, prefix: is.prefix ?? 'Bearer' };
    case 'api_key': {
      if (header !== undefined && is.query_param !== undefined)
        report(wrong(at('query_param'), 'a header or a query parameter', { actual: 'both' }));
      if (header === undefined && is.query_param === undefined)
        report(missing(at('header_name'), 'the header, or with query_param the parameter, of the key'));
      const name = header ?? is.query_param;
      if (is.key_env === undefined || name === undefined) return undefined;
      const where = header === undefined ? 'query' : 'header';
      return {
        type: 'api_key',
        keyEnv: is.key_env,
        in: where,
        name,
        ...(is.prefix !== undefined && { prefix: is.prefix }),
      };
    }
  }
};
