import type { Failure } from '@recourse/contract';

const instead = '(not shown)';

/** The token in a question that nobody has answered. Whoever reads it could say yes with it. */
export const tokensIn = (failure: Failure | undefined): readonly string[] => {
  const token = failure?.details?.['confirmation_token'];
  return typeof token === 'string' && token !== '' ? [token] : [];
};

/** A text without the secrets in it, also as they stand within JSON, and within JSON in JSON. */
export const hide = (text: string, secrets: readonly string[]): string => {
  let shown = text;
  for (const secret of secrets) {
    const quoted = JSON.stringify(secret).slice(1, -1);
    for (const form of [JSON.stringify(quoted).slice(1, -1), quoted, secret]) shown = shown.replaceAll(form, instead);
  }
  return shown;
};

/** JSON that any terminal can show: what would move the cursor or run backwards is an escape of JSON's own. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/[\p{Cf}\p{Co}\p{Zl}\p{Zp}\u007f-\u009f]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
