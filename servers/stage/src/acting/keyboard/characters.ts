const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The characters of a string as people count them: an emoji of several code points is one. */
export const charactersOf = (text: string): readonly string[] =>
  Array.from(segmenter.segment(text.replaceAll('\r\n', '\n')), ({ segment }) => segment);
