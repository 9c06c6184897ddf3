import type { Failure } from '@recourse/contract';
import type { Auth } from '../../adapter/adapter.ts';
import type { FailWith } from '../exchange.ts';

/** The credentials for a request, and the secrets in them. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  /** Pairs for the end of the query, encoded. */
  readonly query: readonly string[];
  /** Pairs of the `cookie` header. */
  readonly cookies: readonly string[];
  readonly secrets: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that cannot be used; they are named, their values never are. */
class Unusable extends Error {
  override readonly name = 'Unusable';
}

/** A variable that is not set. */
class Unset extends Unusable {}

/** Reads the credentials of an adapter from the environment on every request, so that a rotated key is used at once. */
export const readCredentials = (auth: Auth, environment: Environment, fail: FailWith): Credentials | Failure => {
  try {
    return credentialsOf(auth, (name) => readVariable(environment, name));
  } catch (thrown) {
    if (!(thrown instanceof Unusable)) throw thrown;
    if (auth.optional && thrown instanceof Unset) return nothing;
    return fail('PERMISSION_DENIED', { reason: thrown.message }, { effect: 'none' });
  }
};

const nothing: Credentials = { headers: {}, query: [], cookies: [], secrets: [] };

const credentialsOf = (auth: Auth, read: (name: string) => string): Credentials => {
  switch (auth.type) {
    case 'none':
      return nothing;
    case 'bearer': {
      const token = read(auth.tokenEnv);
      return { ...nothing, headers: { authorization: `${auth.prefix} ${token}`.trimStart() }, secrets: [token] };
    }
    case 'api_key': {
      const key = read(auth.keyEnv);
      const value = `${auth.prefix ?? ''} ${key}`.trimStart();
      const pair = `${encodeURIComponent(auth.name)}=${encodeURIComponent(value)}`;
      if (auth.in === 'header') return { ...nothing, headers: { [auth.name.toLowerCase()]: value }, secrets: [key] };
      return { ...nothing, [auth.in === 'cookie' ? 'cookies' : 'query']: [pair], secrets: [key] };
    }
    case 'basic': {
      const password = read(auth.passwordEnv);
      const pair = Buffer.from(`${read(auth.usernameEnv)}:${password}`).toString('base64');
      return { ...nothing, headers: { authorization: `Basic ${pair}` }, secrets: [pair, password] };
    }
    case 'combined':
      return auth.parts.map((part) => credentialsOf(part, read)).reduce(both, nothing);
  }
};

const both = (one: Credentials, other: Credentials): Credentials => ({
  headers: { ...one.headers, ...other.headers },
  query: [...one.query, ...other.query],
  cookies: [...one.cookies, ...other.cookies],
  secrets: [...one.secrets, ...other.secrets],
});

const readVariable = (environment: Environment, name: string): string => {
  const value = environment[name];
  if (value === undefined || value === '') throw new Unset(`the environment variable ${name} is not set`);
  if (!/^[\x20-\x7e]+$/.test(value)) {
    throw new Unusable(`the environment variable ${name} contains characters that cannot be sent`);
  }
  return value;
};
