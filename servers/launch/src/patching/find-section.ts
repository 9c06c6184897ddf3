import { anchorOf } from '../markdown/anchors.ts';
import { readPage } from '../markdown/read-page.ts';
import type { Heading } from '../markdown/read-page.ts';

/** The text under a heading: up to the next heading of the same or a higher level. */
export interface PageSection {
  readonly heading: Heading;
  /** Lines from 0; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** The sections of a page that can be named: those of headings outside quotations and lists. */
export const sectionsOf = (page: string): readonly PageSection[] => {
  const headings = readPage(page).headings.filter(({ top }) => top);
  const lines = linesOf(page).length;
  return headings.map((heading, index) => {
    const next = headings.slice(index + 1).find(({ level }) => level <= heading.level);
    return { heading, start: heading.endLine - 1, end: next ? next.line - 1 : lines };
  });
};

/** Finds sections by the text of their heading or by its anchor. */
export const findSections = (page: string, anchor: string): readonly PageSection[] => {
  const sections = sectionsOf(page);
  const exact = sections.filter(({ heading }) => heading.text === anchor);
  return exact.length > 0 ? exact : sections.filter(({ heading }) => anchorOf(heading.text) === anchorOf(anchor));
};

/** The lines of a file. The line feed at the end of the last one starts no further line. */
export const linesOf = (content: string): readonly string[] => {
  if (content === '') return [];
  const lines = content.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};
