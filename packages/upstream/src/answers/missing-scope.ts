import type { HeaderSource } from './answer.ts';
import { cleanText } from './clean-text.ts';

const longest = 200;

/** What the credentials would need, where the headers of a refusal say so: GitHub's, or those of OAuth (RFC 6750). */
export const readMissingScope = (headers: HeaderSource): string | undefined =>
  missingPermission(headers) ?? missingScopes(headers) ?? challengedScope(headers);

/** What a fine-grained token or an app would need: `contents=write`. */
const missingPermission = (headers: HeaderSource): string | undefined => {
  const accepted = headers.get('x-accepted-github-permissions')?.trim();
  return accepted ? cleanText(accepted, longest) : undefined;
};

/** What a classic token would need, where it has none of it. */
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
