import { badCredentials } from '../answers/refusal.ts';
import type { State } from '../state/state.ts';
import { digestOf, type Token } from '../state/tokens.ts';
import type { User } from '../state/users.ts';

/** The authenticated caller: a user and the token. */
export interface Actor {
  readonly user: User;
  readonly token: Token;
}

/** Reads the Authorization header. A header that names no valid token is refused, never ignored. */
export function identify(state: State, header: string | undefined, nowMs: number): Actor | undefined {
  if (header === undefined) return undefined;
  const secret = secretOf(header);
  const token = secret === undefined ? undefined : state.tokens.find({ digest: digestOf(secret) });
  if (token === undefined) throw badCredentials();
  if (token.expiresAt !== null && Date.parse(token.expiresAt) <= nowMs) throw badCredentials();
  return { user: state.users.get(token.userId), token };
}

function secretOf(header: string): string | undefined {
  const [, scheme = '', value = ''] = /^(bearer|token|basic)\s+(\S+)\s*$/i.exec(header) ?? [];
  if (scheme === '') return undefined;
  if (scheme.toLowerCase() !== 'basic') return value;
  const pair = Buffer.from(value, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 0) return undefined;
  // Git clients send the token as the password; some tools send it as the user name.
  const password = pair.slice(colon + 1);
  return password === '' || password === 'x-oauth-basic' ? pair.slice(0, colon) : password;
}
