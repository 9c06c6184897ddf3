import { linesOf, sectionsOf } from '../patching/find-section.ts';

/** A part of a page: a heading with the text below it, or the text before the first heading. */
export interface PagePart {
  /** The heading as Markdown; empty for the text before the first. */
  readonly heading: string;
  /** The heading, and how many headings before it are the same. */
  readonly key: string;
  /** The lines of the heading and its text, without blank lines at the end. */
  readonly lines: readonly string[];
  /** Blank lines after it. */
  readonly gap: readonly string[];
  /** The line of the page on which it starts, from 0. */
  readonly start: number;
}

/** The deepest level of headings that start a part. */
const partLevel = 2;

/** Splits the lines of a page from `from` on into parts. Together they are all lines. */
export const splitSections = (page: string, from: number): readonly PagePart[] => {
  const lines = linesOf(page);
  const heads = sectionsOf(page)
    .map(({ heading }) => heading)
    .filter(({ level, line }) => level <= partLevel && line > from);
  const starts = heads.map(({ line }) => line - 1);
  const counts = new Map<string, number>();
  const partOf = (heading: string, start: number, end: number): PagePart => {
    const name = heading.trim().toLowerCase();
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const kept = withoutBlankEnd(lines.slice(start, end));
    return { heading, key: `${name}\n${count}`, lines: kept, gap: lines.slice(start + kept.length, end), start };
  };
  const preamble = partOf('', from, starts[0] ?? lines.length);
  return [
    preamble,
    ...heads.map(({ text }, index) => partOf(text, starts[index] ?? 0, starts[index + 1] ?? lines.length)),
  ];
};

const withoutBlankEnd = (lines: readonly string[]): readonly string[] =>
  lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
