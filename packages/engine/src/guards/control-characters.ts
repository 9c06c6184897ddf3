export interface ControlCharacter {
  /** In UTF-16 code units, as JavaScript counts. */
  readonly offset: number;
  /** `U+202E`. */
  readonly codePoint: string;
}

/**
 * Control characters, halves of surrogate pairs, and what changes how a line is read without being seen: direction
 * marks, line separators, the byte order mark, tag characters.
 */
const unwanted =
  /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\u{E0000}-\u{E007F}]/u;
const unwantedInText = new RegExp(`(?![\\t\\n\\r])${unwanted.source}`, 'u');

/** The first unwanted character. Text of several lines may hold tabs and line ends; a single value may not. */
export const findControlCharacter = (
  value: string,
  { lines = false }: { readonly lines?: boolean } = {},
): ControlCharacter | undefined => {
  const match = (lines ? unwantedInText : unwanted).exec(value);
  if (!match) return undefined;
  const code = match[0].codePointAt(0) ?? 0;
  return { offset: match.index, codePoint: `U+${code.toString(16).toUpperCase().padStart(4, '0')}` };
};
