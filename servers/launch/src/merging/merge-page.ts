import { isReadable } from '../markdown/read-page.ts';
import { splitPage } from '../markdown/split-page.ts';
import { linesOf } from '../patching/find-section.ts';
import { isCrlf, withCrlf, withLineFeeds } from '../patching/line-ends.ts';
import { mergeBody } from './merge-body.ts';
import type { Body, MergeConflict } from './merge-body.ts';
import { mergeFrontMatter } from './merge-front-matter.ts';

/** The three versions of a page. */
export interface PageVersions {
  /** The draft of the earlier run. */
  readonly base: string;
  /** The page that the site has now, with the edits of people. */
  readonly theirs: string;
  /** The new draft. */
  readonly ours: string;
}

export interface MergedPage {
  readonly content: string;
  readonly conflicts: readonly MergeConflict[];
  /** Headings of sections that were removed. */
  readonly removed: readonly string[];
}

const mark = '\u{FEFF}';

/**
 * Brings the changes between two drafts into the page of the site. Edits of people are kept, with the line ends and the
 * byte order mark of their page. Undefined if the page cannot be read.
 */
export const mergePage = ({ base, theirs, ours }: PageVersions): MergedPage | undefined => {
  if (base === ours) return { content: theirs, conflicts: [], removed: [] };
  const marked = theirs.startsWith(mark);
  const crlf = isCrlf(theirs);
  const plain = crlf ? withLineFeeds(theirs) : theirs;
  const page = marked ? plain.slice(mark.length) : plain;
  if (page === ours) return { content: theirs, conflicts: [], removed: [] };
  if (![base, page, ours].every(isReadable)) return undefined;
  const head = mergeFrontMatter(base, page, ours);
  if (!head) return undefined;
  const { lines, conflicts, removed } = mergeBody(bodyOf(base), bodyOf(page), bodyOf(ours));
  const top = head.page.slice(0, splitPage(head.page).bodyStart);
  const changed = page === base ? ours : `${top}${lines.map((line) => `${line}\n`).join('')}`;
  const content = isSameText(changed, page) ? page : changed;
  return {
    content: `${marked ? mark : ''}${crlf ? withCrlf(content) : content}`,
    conflicts: [...head.conflicts, ...conflicts],
    removed,
  };
};

/** A page without a line feed at its end is not changed for the sake of one. */
const isSameText = (one: string, other: string): boolean => one === other || one === `${other}\n`;

const bodyOf = (text: string): Body => ({ text, from: linesOf(text.slice(0, splitPage(text).bodyStart)).length });
