import type { Auth, SingleAuth } from '../adapter.ts';
import { caution, missing, wrong } from '../rules/findings.ts';
import type { Report } from '../rules/findings.ts';
import { boolean, fields, list, oneOf, text } from '../rules/index.ts';
import type { Rule, Section } from '../rules/index.ts';
import { cookieName, environmentName, headerText } from './names.ts';

/** Fields that people write a secret into. The advice is the same for all of them. */
const inEnvironment = (field: string): string =>
  `keep the secret in an environment variable and put its name in '${field}'`;

const word = text({ longest: 64, pattern: /^[\x21-\x7e]+ ?$/, expected: 'one word', confidential: true });

/** An empty prefix sends the credential as it is. */
const wordOrNothing: Rule<string> = (place, report) =>
  place.tree.kind === 'value' && place.tree.value === '' ? '' : word(place, report);

const singleFields = {
  type: oneOf(['none', 'bearer', 'api_key', 'basic', 'oauth2']),
  token_env: environmentName,
  key_env: environmentName,
  username_env: environmentName,
  password_env: environmentName,
  header_name: headerText,
  header: headerText,
  query_param: text({ longest: 128, pattern: /^[^\s&=#]+$/, expected: 'the name of a query parameter' }),
  cookie_name: text({ pattern: cookieName, expected: 'the name of a cookie' }),
  prefix: wordOrNothing,
} as const;

const options = {
  required: { type: 'how requests are authenticated' },
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
} as const;

const authFields = {
  ...singleFields,
  type: oneOf(['none', 'bearer', 'api_key', 'basic', 'oauth2', 'combined']),
  parts: list(fields(singleFields, options), { least: 2, most: 8 }),
  optional: boolean,
} as const;

/** How requests are authenticated. */
export const auth = fields(authFields, options);
export type AuthSection = Section<typeof authFields>;
type SingleSection = Section<typeof singleFields>;

/** The variables of each type, and how their names end if the file leaves them out. */
const variables: Readonly<Record<string, readonly (readonly [Variable, string])[]>> = {
  bearer: [['token_env', 'TOKEN']],
  api_key: [['key_env', 'API_KEY']],
  basic: [
    ['username_env', 'USERNAME'],
    ['password_env', 'PASSWORD'],
  ],
};

/** Undefined if something is missing or wrong. Without an `auth` section, the type is `none`. */
export const buildAuth = (section: AuthSection | undefined, adapter: string, report: Report): Auth | undefined => {
  if (!section) return { type: 'none' };
  const auth = buildOneOrMore(section, adapter, report);
  return auth && section.is.optional ? { ...auth, optional: true } : auth;
};

const buildOneOrMore = (section: AuthSection, adapter: string, report: Report): Auth | undefined => {
  const { is, at, has, place } = section;
  if (is.type !== 'combined') {
    if (has('parts')) report(wrong(at('parts'), "no 'parts' unless the type is 'combined'", { actual: 'some' }));
    return buildSingle({ place, has, at, is: { ...is, type: is.type } }, adapter, report);
  }
  if (!has('parts')) report(missing(at('parts'), 'the authentication methods to combine'));
  const parts = (is.parts ?? []).map((part) => buildSingle(part, adapter, report));
  const known = parts.filter((part) => part !== undefined);
  const places = known.map(signedPlace);
  const twice = places.find((each, index) => places.indexOf(each) < index);
  if (twice !== undefined)
    report(wrong(at('parts'), 'parts that put their credentials in different places', { actual: `two in ${twice}` }));
  return known.length < parts.length || known.length < 2 || twice !== undefined
    ? undefined
    : { type: 'combined', parts: known };
};

/** Where an authentication method puts its credential. */
export const signedPlace = (auth: SingleAuth): string => {
  if (auth.type === 'none') return 'no place';
  return auth.type === 'api_key' ? `${auth.in} '${auth.name.toLowerCase()}'` : "header 'authorization'";
};

/** One of MCP-AQL's dialects does not name variables: then they are named after the adapter. */
const buildSingle = (section: SingleSection, adapter: string, report: Report): SingleAuth | undefined => {
  const { at } = section;
  const derived = derivedVariables(section, adapter);
  for (const [field, name] of Object.entries(derived)) {
    report(
      caution(
        at(field as keyof typeof singleFields),
        `Without '${field}', the credential is read from the environment variable ${name}`,
        `set '${field}' to the name of the variable`,
      ),
    );
  }
  const is = { ...derived, ...section.is };
  const header = is.header_name ?? is.header;
  switch (is.type) {
    case undefined:
      return undefined;
    case 'none':
      return { type: 'none' };
    case 'oauth2':
      report(
        wrong(at('type'), 'a type that needs no token exchange', {
          suggestion: "get an access token outside the adapter and use type 'bearer' with token_env",
        }),
      );
      return undefined;
    case 'basic':
      return is.username_env === undefined || is.password_env === undefined
        ? undefined
        : { type: 'basic', usernameEnv: is.username_env, passwordEnv: is.password_env };
    case 'bearer': {
      if (is.token_env === undefined) return undefined;
      const prefix = is.prefix?.trimEnd() ?? 'Bearer';
      return header === undefined || header.toLowerCase() === 'authorization'
        ? { type: 'bearer', tokenEnv: is.token_env, prefix }
        : { type: 'api_key', keyEnv: is.token_env, in: 'header', name: header, prefix };
    }
    case 'api_key': {
      const named = [header, is.query_param, is.cookie_name].filter((each) => each !== undefined);
      const [name] = named;
      if (named.length > 1) {
        const place = at(is.query_param === undefined ? 'cookie_name' : 'query_param');
        report(wrong(place, 'a header, a query parameter or a cookie', { actual: 'more than one of them' }));
      }
      if (name === undefined)
        report(missing(at('header_name'), "the header for the key, or 'query_param' or 'cookie_name' instead"));
      if (is.key_env === undefined || name === undefined) return undefined;
      const where = header !== undefined ? 'header' : is.query_param !== undefined ? 'query' : 'cookie';
      return {
        type: 'api_key',
        keyEnv: is.key_env,
        in: where,
        name,
        ...(is.prefix !== undefined && { prefix: is.prefix.trimEnd() }),
      };
    }
  }
};

/** Variables that the file does not name; those that it names wrongly have been reported. */
const derivedVariables = ({ is, has }: SingleSection, adapter: string): Partial<Record<Variable, string>> => {
  const wanted = variables[is.type ?? ''] ?? [];
  const prefix = adapter.toUpperCase().replaceAll('-', '_');
  return Object.fromEntries(wanted.filter(([field]) => !has(field)).map(([field, end]) => [field, `${prefix}_${end}`]));
};

type Variable = 'token_env' | 'key_env' | 'username_env' | 'password_env';
