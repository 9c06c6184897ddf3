import type { Failure } from '@recourse/contract';
import { escapeAsJson, escapeHidden } from '@recourse/contract/hidden-characters';

const instead = '(not shown)';

/** The token in a question that nobody has answered. Whoever reads it could say yes with it. */
export const tokensIn = (failure: Failure | undefined): readonly string[] => {
  const token = failure?.details?.['confirmation_token'];
  return typeof token === 'string' && token !== '' ? [token] : [];
};

/** So short a text stands in other texts by chance, and no token that protects anything is so short. */
const shortest = 8;

/** A text without the secrets in it, also as they stand within JSON. */
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
 * JSON without secrets that any terminal can show: what would move the cursor or run backwards is an escape of JSON's
 * own. What is nested deeper than JSON can be written is not shown.
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
    return JSON.stringify({ error: 'The answer is nested too deep to be shown' });
  }
};
