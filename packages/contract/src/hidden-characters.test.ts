import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  escapeAsJson,
  escapeHidden,
  findHiddenCharacter,
  hasHiddenCharacters,
  hiddenSets,
  replaceHidden,
} from './hidden-characters.ts';

type Range = readonly [first: number, last: number];
interface Row {
  readonly name: string;
  readonly set: keyof typeof hiddenSets;
  /** The Unicode property that all code points of the row have. */
  readonly property: string;
  readonly ranges: readonly Range[];
}

const one = (code: number): Range => [code, code];
const ignorable = '\\p{Default_Ignorable_Code_Point}';

/** Every code point of the sets, written out. */
const table: readonly Row[] = [
  { name: 'C0 controls', set: 'control', property: '\\p{Cc}', ranges: [[0x00, 0x1f]] },
  { name: 'DEL', set: 'control', property: '\\p{Cc}', ranges: [one(0x7f)] },
  { name: 'C1 controls', set: 'control', property: '\\p{Cc}', ranges: [[0x80, 0x9f]] },
  { name: 'surrogates', set: 'surrogate', property: '\\p{Cs}', ranges: [[0xd800, 0xdfff]] },
  { name: 'line separator', set: 'separator', property: '\\p{Zl}', ranges: [one(0x2028)] },
  { name: 'paragraph separator', set: 'separator', property: '\\p{Zp}', ranges: [one(0x2029)] },
  { name: 'Arabic letter mark', set: 'bidi', property: '\\p{Bidi_Control}', ranges: [one(0x61c)] },
  { name: 'direction marks', set: 'bidi', property: '\\p{Bidi_Control}', ranges: [[0x200e, 0x200f]] },
  { name: 'embeddings and overrides', set: 'bidi', property: '\\p{Bidi_Control}', ranges: [[0x202a, 0x202e]] },
  { name: 'isolates', set: 'bidi', property: '\\p{Bidi_Control}', ranges: [[0x2066, 0x2069]] },
  { name: 'soft hyphen', set: 'invisible', property: ignorable, ranges: [one(0xad)] },
  { name: 'combining grapheme joiner', set: 'invisible', property: ignorable, ranges: [one(0x34f)] },
  {
    name: 'Hangul fillers',
    set: 'invisible',
    property: ignorable,
    ranges: [[0x115f, 0x1160], one(0x3164), one(0xffa0)],
  },
  { name: 'Khmer inherent vowels', set: 'invisible', property: ignorable, ranges: [[0x17b4, 0x17b5]] },
  { name: 'Mongolian vowel separator', set: 'invisible', property: ignorable, ranges: [one(0x180e)] },
  {
    name: 'variation selectors',
    set: 'invisible',
    property: '\\p{Variation_Selector}',
    ranges: [[0x180b, 0x180d], one(0x180f), [0xfe00, 0xfe0f], [0xe0100, 0xe01ef]],
  },
  { name: 'zero-width space', set: 'invisible', property: ignorable, ranges: [one(0x200b)] },
  { name: 'joiners', set: 'invisible', property: '\\p{Join_Control}', ranges: [[0x200c, 0x200d]] },
  { name: 'word joiner and invisible operators', set: 'invisible', property: ignorable, ranges: [[0x2060, 0x2065]] },
  { name: 'deprecated format characters', set: 'invisible', property: ignorable, ranges: [[0x206a, 0x206f]] },
  { name: 'byte order mark', set: 'invisible', property: ignorable, ranges: [one(0xfeff)] },
  { name: 'reserved, ignored by default', set: 'invisible', property: ignorable, ranges: [[0xfff0, 0xfff8]] },
  { name: 'interlinear annotations', set: 'invisible', property: '\\p{Cf}', ranges: [[0xfff9, 0xfffb]] },
  {
    name: 'signs that enclose digits',
    set: 'invisible',
    property: '\\p{Cf}',
    ranges: [[0x600, 0x605], one(0x6dd), one(0x70f), [0x890, 0x891], one(0x8e2), one(0x110bd), one(0x110cd)],
  },
  { name: 'Egyptian format controls', set: 'invisible', property: '\\p{Cf}', ranges: [[0x13430, 0x1343f]] },
  { name: 'shorthand format controls', set: 'invisible', property: '\\p{Cf}', ranges: [[0x1bca0, 0x1bca3]] },
  { name: 'musical format controls', set: 'invisible', property: '\\p{Cf}', ranges: [[0x1d173, 0x1d17a]] },
  { name: 'tag characters', set: 'invisible', property: '\\p{Cf}', ranges: [one(0xe0001), [0xe0020, 0xe007f]] },
  {
    name: 'reserved beside tags and selectors',
    set: 'invisible',
    property: ignorable,
    ranges: [one(0xe0000), [0xe0002, 0xe001f], [0xe0080, 0xe00ff], [0xe01f0, 0xe0fff]],
  },
];

const codesOf = (ranges: readonly Range[]): readonly number[] =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
const nameOf = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
const listed = new Set(table.flatMap(({ ranges }) => codesOf(ranges)));
const everyCode = Array.from({ length: 0x110000 }, (_, code) => code);

describe('the sets', () => {
  it.each(table)('contain $name', ({ set, property, ranges }) => {
    const inSet = new RegExp(`^[${hiddenSets[set]}]$`, 'u');
    const hasProperty = new RegExp(`^${property}$`, 'u');
    for (const code of codesOf(ranges)) {
      const character = String.fromCodePoint(code);
      expect(inSet.test(character), `${nameOf(code)} is not in ${set}`).toBe(true);
      expect(hasProperty.test(character), `${nameOf(code)} is not ${property}`).toBe(true);
      expect(hasHiddenCharacters(`a${character}b`), nameOf(code)).toBe(true);
      expect(findHiddenCharacter(`a${character}b`), nameOf(code)).toEqual({ offset: 1, codePoint: nameOf(code) });
      expect(escapeHidden(`a${character}b`), nameOf(code)).toBe(`a\\u{${code.toString(16)}}b`);
      expect(replaceHidden(`a${character}b`, ' '), nameOf(code)).toBe('a b');
    }
  });

  it.each(['\\p{Cc}', '\\p{Cs}', '\\p{Cf}', '\\p{Zl}', '\\p{Zp}', '\\p{Bidi_Control}', ignorable, '\\p{VS}'])(
    'contain every code point with %s',
    (property) => {
      const hasProperty = new RegExp(property, 'u');
      const having = everyCode.filter((code) => hasProperty.test(String.fromCodePoint(code)));
      expect(having.length).toBeGreaterThan(0);
      expect(having.filter((code) => !hasHiddenCharacters(String.fromCodePoint(code))).map(nameOf)).toEqual([]);
    },
  );

  it('contain nothing else', () => {
    // A later version of Unicode may assign further format characters.
    const others = everyCode.filter((code) => {
      const character = String.fromCodePoint(code);
      return !listed.has(code) && hasHiddenCharacters(character) && !/\p{Cf}/u.test(character);
    });
    expect(others.map(nameOf)).toEqual([]);
  });

  it('are disjoint in the table', () => {
    expect(listed.size).toBe(table.reduce((sum, { ranges }) => sum + codesOf(ranges).length, 0));
  });
});

describe('findHiddenCharacter', () => {
  it.each([
    'plain text',
    'naïve 日本語 кириллица',
    'emoji 🚀 ❤\uFE0F ☎\uFE0E 1\uFE0F⃣ #\uFE0F⃣',
    '👩\u200D💻 👨\u200D👩\u200D👧 ❤\uFE0F\u200D🔥 🏳\uFE0F\u200D🌈 👩🏽\u200D🚀 👁\uFE0F\u200D🗨\uFE0F',
    'می\u200Cشود',
    'क्\u200Dष and ক্\u200Cষ',
    '葛\u{E0100}城',
    'private \uE000',
    'no-break\u00A0space',
  ])('accepts %j', (text) => {
    expect(findHiddenCharacter(text)).toBeUndefined();
  });

  it.each([
    ['a joiner between ASCII letters', 'ma\u200Din', 2],
    ['a joiner at the start', '\u200Dя', 0],
    ['a joiner at the end', 'я\u200C', 1],
    ['a joiner beside a space', 'я\u200D я', 1],
    ['a run of joiners', 'я\u200D\u200C\u200Dя', 1],
    ['a joiner beside a zero-width space', 'я\u200D\u200Bя', 1],
    ['a selector after a letter', 'a\uFE0F', 1],
    ['a selector after a digit that is no keycap', '1\uFE0F', 1],
    ['a run of selectors', '❤\uFE0F\uFE0F', 2],
    ['a selector of ideographs after an emoji', '😀\u{E0121}', 2],
    ['a selector after a mark', '·\uFE00', 1],
    ['a tag', '🏴\u{E0067}', 2],
  ])('finds %s', (_, text, offset) => {
    expect(findHiddenCharacter(text)?.offset).toBe(offset);
  });

  it('accepts tabs and line ends only in text of several lines', () => {
    expect(findHiddenCharacter('a\tb\r\nc')).toEqual({ offset: 1, codePoint: 'U+0009' });
    expect(findHiddenCharacter('a\tb\r\nc', { lines: true })).toBeUndefined();
    expect(findHiddenCharacter('a\n\u2028', { lines: true })).toEqual({ offset: 2, codePoint: 'U+2028' });
  });

  it('finds nothing that hasHiddenCharacters does not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        if (findHiddenCharacter(text)) expect(hasHiddenCharacters(text)).toBe(true);
      }),
    );
  });
});

describe('escapeHidden', () => {
  it('also escapes joiners, selectors and private use characters', () => {
    expect(escapeHidden('👩\u200D💻 ❤\uFE0F \uE000')).toBe('👩\\u{200d}💻 ❤\\u{fe0f} \\u{e000}');
  });

  it('escapes as JSON, in code units', () => {
    expect(escapeHidden('a\u202E\u{E0041}', escapeAsJson)).toBe('a\\u202e\\udb40\\udc41');
  });

  it('keeps tabs and line ends if asked to', () => {
    expect(escapeHidden('a\tb\r\n\u0000', undefined, { lines: true })).toBe('a\tb\r\n\\u{0}');
  });

  it('leaves nothing hidden', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !hasHiddenCharacters(escapeHidden(text))));
  });
});

describe('replaceHidden', () => {
  it('replaces a run by one replacement, taken literally', () => {
    expect(replaceHidden('a\r\n\u200B\u{E0041}b\u0000c', '$&')).toBe('a$&b$&c');
  });

  it('keeps tabs and line ends if asked to', () => {
    expect(replaceHidden('a\t\u0000\u200Bb\r\n\u2028c', '', { lines: true })).toBe('a\tb\r\nc');
  });
});
