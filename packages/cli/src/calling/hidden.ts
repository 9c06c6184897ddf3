import type { Failure } from '@recourse/contract';
import { escapeAsJson, escapeHidden } from '@recourse/contract/hidden-characters';

const instead = '(not shown)';

/** The token of an unanswered question. A reader could confirm the call with it. */
export const tokensIn = (failure: Failure | undefined): readonly string[] => {
  const token = failure?.details?.['confirmation_token'];
  return typeof token === 'string' && token !== '' ? [token] : [];
};

/** A shorter string occurs in other strings by chance, and no real token is that short. */
const shortest = 8;

/** Removes secrets from a string, also in the form in which JSON escapes them. */
export const hide = (text: string, secrets: readonly string[]): string => {
  let shown = text;
  for (const secret of secrets) {
    if (shown === secret) return instead;
    if (secret.length < shortest) continue;
    for (const form of [JSON.stringify(secret).slice(1, -1), secret]) shown = shown.replaceAll(form, instead);
  }
  return shown;
};

/**
 * JSON without secrets that any terminal can show: characters that would move the cursor or run backwards are JSON
 * escapes. A value that is nested too deep to be written as JSON is not shown.
 */
export const safeJson = (value: unknown, secrets: readonly string[] = []): string => {
  try {
    const text = JSON.stringify(
      value,
      (_, inner: unknown) => (typeof inner === 'string' ? hide(inner, secrets) : inner),
      2,
    );
    return escapeHidden(text, escapeAsJson, { lines: true });
  } catch {
    return JSON.stringify({ error: 'The result is nested too deeply to be shown' });
  }
};
