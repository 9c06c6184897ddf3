/**
 * Characters that readers do not see, or that change how the rest of a line is displayed. Each set is the inside of a
 * character class, for regular expressions with the `u` flag.
 */
export const hiddenSets = {
  /** C0 controls, DEL and C1 controls. */
  control: '\\p{Cc}',
  /** Halves of surrogate pairs. */
  surrogate: '\\p{Cs}',
  /** U+2028 and U+2029, which end a line. */
  separator: '\\p{Zl}\\p{Zp}',
  /** Marks, embeddings, overrides and isolates that change the direction of text. */
  bidi: '\\p{Bidi_Control}',
  /** Zero-width characters, fillers, soft hyphens, variation selectors, tags and other format characters. */
  invisible: '\\p{Default_Ignorable_Code_Point}\\p{Cf}',
} as const;

/** The sets together. */
const anyHidden = Object.values(hiddenSets).join('');

/** Printable ASCII, as most strings are. It is checked first. */
const plain = /^[\x20-\x7e]*$/;

/** Patterns with Unicode properties take about a millisecond to build. Most processes never need them. */
const onFirstUse = (source: string, flags: string): (() => RegExp) => {
  let pattern: RegExp | undefined;
  return () => (pattern ??= new RegExp(source, flags));
};

const hidden = onFirstUse(`[${anyHidden}]`, 'u');
const everyHidden = onFirstUse(`[${anyHidden}]`, 'gu');

/** True if a string contains any hidden character. For names and labels, which never need one. */
export const hasHiddenCharacters = (text: string): boolean => !plain.test(text) && hidden().test(text);

/** One hidden character and its place. */
export interface HiddenCharacter {
  /** In UTF-16 code units. */
  readonly offset: number;
  /** As in `U+202E`. */
  readonly codePoint: string;
}

/** Whether tabs, line feeds and carriage returns are part of the text and stay. */
export interface HiddenOptions {
  readonly lines?: boolean;
}

/** A letter, a mark or an emoji that is visible and not ASCII: what a joiner may join. */
const joined = `(?![\\p{ASCII}${anyHidden}])[\\p{L}\\p{M}\\p{Emoji}]`;

/**
 * Joiners and variation selectors where they have a visible effect: between two letters or emoji, and after the kinds
 * of characters that have variants. Runs of them, which can carry a hidden message, never match.
 */
const effective = onFirstUse(
  [
    `(?<=${joined}\\uFE0F?)[\\u200C\\u200D](?=${joined})`,
    '(?<=(?!\\p{ASCII})\\p{Emoji})[\\uFE0E\\uFE0F]',
    '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
    '(?<=\\p{Script=Han})[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
    '(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F]',
  ].join('|'),
  'uy',
);

const isEffective = (text: string, offset: number): boolean => {
  const pattern = effective();
  pattern.lastIndex = offset;
  return pattern.test(text);
};

/**
 * Finds the first hidden character of a value that a caller sent. Joiners and variation selectors are allowed where
 * they have a visible effect, as in Persian words and in emoji.
 */
export const findHiddenCharacter = (
  text: string,
  { lines = false }: HiddenOptions = {},
): HiddenCharacter | undefined => {
  if (plain.test(text)) return undefined;
  for (const { 0: character, index: offset } of text.matchAll(everyHidden())) {
    if ((lines && /[\t\n\r]/.test(character)) || isEffective(text, offset)) continue;
    const code = character.codePointAt(0) ?? 0;
    return { offset, codePoint: `U+${code.toString(16).toUpperCase().padStart(4, '0')}` };
  }
  return undefined;
};

/** Private use characters count as well: how they look depends on the font. */
const unshown = onFirstUse(`[${anyHidden}\\p{Co}]`, 'gu');
const unshownInLines = onFirstUse(`(?![\\t\\n\\r])[${anyHidden}\\p{Co}]`, 'gu');
const unshownRun = onFirstUse(`[${anyHidden}\\p{Co}]+`, 'gu');
const unshownRunInLines = onFirstUse(`(?:(?![\\t\\n\\r])[${anyHidden}\\p{Co}])+`, 'gu');

/** Writes a character as `\u{202e}`. */
export const escapeCodePoint = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Writes a character as JSON does: `\u202e`, one escape for each UTF-16 code unit. */
export const escapeAsJson = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

/** Writes every hidden character and every private use character as an escape, so that a string is safe to show. */
export const escapeHidden = (
  text: string,
  escape: (character: string) => string = escapeCodePoint,
  { lines = false }: HiddenOptions = {},
): string => (plain.test(text) ? text : text.replace(lines ? unshownInLines() : unshown(), escape));

/** Replaces every run of hidden and private use characters. Use it where an escape would only be noise. */
export const replaceHidden = (text: string, replacement: string, { lines = false }: HiddenOptions = {}): string =>
  plain.test(text) ? text : text.replace(lines ? unshownRunInLines() : unshownRun(), () => replacement);
