/** Code, addresses and the targets of links: a full stop inside them ends nothing. */
const opaque =
  /(?<ticks>`+)(?!`)[\s\S]{0,2000}?(?<!`)\k<ticks>(?!`)|\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,2000}(?:\s[^()]{0,500})?\)|<[^<>\s]{1,2000}>|\bhttps?:\/\/[^\s<>()]{0,2000}[^\s<>().,;:!?]/gu;
const end = /[.!?…]+["'”’)\]*_]*(?=\s|$)|[。！？]/gu;
const abbreviation = /(?:^|[\s([])(?:e\.g|i\.e|etc|vs|cf|approx|resp|fig|incl|no|mr|ms|dr|st|[a-z])\.$/iu;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Splits the Markdown of a paragraph into its sentences. */
export const splitSentences = (markdown: string): readonly Range[] => {
  const hidden = markdown.replaceAll(opaque, (found) => 'x'.repeat(found.length));
  const ranges: Range[] = [];
  let start = 0;
  const add = (to: number): void => {
    const from = start + (/^\s*/u.exec(hidden.slice(start, to))?.[0].length ?? 0);
    if (from < to) ranges.push({ start: from, end: to });
    start = to;
  };
  for (const { 0: mark, index } of hidden.matchAll(end)) {
    const to = index + mark.length;
    if (!endsHere(hidden, start, index, to)) continue;
    add(to);
  }
  add(hidden.trimEnd().length);
  return ranges;
};

const endsHere = (text: string, start: number, at: number, to: number): boolean => {
  if (text[at] !== '.') return true;
  const before = text.slice(Math.max(start, at - 12), at + 1);
  if (abbreviation.test(before)) return false;
  // A number at the beginning is a number of a list, not a sentence.
  if (/^\s*\d+\.$/u.test(text.slice(start, at + 1))) return false;
  const next = /^\s*["'“‘(*_[]*(\S)?/u.exec(text.slice(to))?.[1];
  return next === undefined || !/\p{Ll}/u.test(next) || text.slice(to).startsWith('\n\n');
};
