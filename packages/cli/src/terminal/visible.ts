/**
 * Text of others, safe to show: what would move the cursor, change colours, run backwards or be invisible is written
 * as an escape. Whoever decides about a call must see what it says.
 */
export const visible = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
