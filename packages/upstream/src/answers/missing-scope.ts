import type { HeaderSource } from './answer.ts';
import { cleanText } from './clean-text.ts';

const longest = 200;

/** Reads the scope that the credentials lack from the headers of a refusal: GitHub's, or those of OAuth (RFC 6750). */
export const readMissingScope = (headers: HeaderSource): string | undefined =>
  missingPermission(headers) ?? missingScopes(headers) ?? challengedScope(headers);

/** The permission that a fine-grained token or an app needs, such as `contents=write`. */
const missingPermission = (headers: HeaderSource): string | undefined => {
  const accepted = headers.get('x-accepted-github-permissions')?.trim();
  return accepted ? cleanText(accepted, longest) : undefined;
};

/** The scopes of which a classic token needs one, if it has none of them. */
const missingScopes = (headers: HeaderSource): string | undefined => {
  const [accepted, granted] = [list(headers.get('x-accepted-oauth-scopes')), headers.get('x-oauth-scopes')];
  if (accepted.length === 0 || granted === null || granted === undefined) return undefined;
  const own = list(granted);
  return accepted.some((scope) => own.includes(scope)) ? undefined : cleanText(accepted.join(' or '), longest);
};

/** `Bearer error="insufficient_scope", scope="repo"`: only then is the scope what is missing. */
const challengedScope = (headers: HeaderSource): string | undefined => {
  const challenge = (headers.get('www-authenticate') ?? '').slice(0, 2000);
  if (!/\berror="?insufficient_scope\b/iu.test(challenge)) return undefined;
  const scope = /\bscope="([^"]+)"/iu.exec(challenge)?.[1]?.trim();
  return scope ? cleanText(scope, longest) : undefined;
};

const list = (text: string | null | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
