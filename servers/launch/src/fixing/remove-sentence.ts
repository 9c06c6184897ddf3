import { readPage } from '../markdown/read-page.ts';
import type { Sentence } from '../markdown/read-sentences.ts';

/** A list item or a quotation without text: only its marks are left. */
const marksOnly = /^[ \t]*(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$))*$/u;
/** A line that starts a block of its own and cannot continue a paragraph. */
const newBlock = /^[ \t]*(?:$|[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|`{3,}|~{3,}|>|\||<)/u;

/**
 * Removes a sentence from the body of a page, with everything that is empty without it: its list item, its row of a
 * table, its heading. Headings in `keeps` stay. Text around it is not changed.
 */
export const removeSentence = (page: string, sentence: Sentence, keeps: ReadonlySet<string> = new Set()): string => {
  const { lines, at } = cut(page, sentence);
  return withoutEmptyHeadings(withoutGap(lines, at), at, keeps);
};

interface Cut {
  readonly lines: readonly string[];
  /** The line before which something was removed. */
  readonly at: number;
}

const cut = (page: string, sentence: Sentence): Cut => {
  const { kind, line, start, end } = sentence;
  const lines = page.split('\n');
  const index = line - 1;
  if (kind === 'heading') {
    const heading = readPage(page).headings.find((one) => one.line === line);
    return { lines: lines.toSpliced(index, (heading?.endLine ?? line + 1) - line), at: index };
  }
  if (kind === 'cell') return cutRow(lines, index);
  if (start === undefined || end === undefined) return cutParagraph(lines, index);
  return cutText(page, start, end);
};

const isRule = (line: string | undefined): boolean => line !== undefined && /^[ \t|:-]*-[ \t|:-]*$/u.test(line);

/** Removes the row of a table. A table without its header, or without rows, goes as a whole. */
const cutRow = (lines: readonly string[], index: number): Cut => {
  const left = lines.toSpliced(index, 1);
  const isHeader = isRule(lines[index + 1]);
  const isLast = isRule(left[index - 1]) && (left[index] ?? '').trim() === '';
  if (!isHeader && !isLast) return { lines: left, at: index };
  const first = isHeader ? index : index - 2;
  let last = index;
  while (last < lines.length && (lines[last] ?? '').trim() !== '') last += 1;
  return { lines: lines.toSpliced(first, last - first), at: first };
};

/** Removes the lines around one, up to blank lines: the place of the sentence in them is not known. */
const cutParagraph = (lines: readonly string[], index: number): Cut => {
  let first = index;
  let last = index + 1;
  while (first > 0 && (lines[first - 1] ?? '').trim() !== '') first -= 1;
  while (last < lines.length && (lines[last] ?? '').trim() !== '') last += 1;
  return { lines: lines.toSpliced(first, last - first), at: first };
};

const cutText = (page: string, start: number, end: number): Cut => {
  const head = page.slice(0, start).split('\n');
  const tail = page.slice(end).split('\n');
  const before = head.pop() ?? '';
  const after = (tail.shift() ?? '').trimStart();
  const at = head.length;
  if (!marksOnly.test(before)) {
    const joined = after === '' ? before.trimEnd() : `${before.trimEnd()} ${after}`;
    return { lines: [...head, joined, ...tail], at };
  }
  if (after !== '') return { lines: [...head, before + after, ...tail], at };
  const next = tail[0];
  if (next !== undefined && !newBlock.test(next)) {
    // The paragraph continues in the next line, which takes the place of this one.
    return { lines: [...head, before.trim() === '' ? next : before + next.trimStart(), ...tail.slice(1)], at };
  }
  return { lines: [...head, ...(before.trim() === '' ? tail : withoutIndent(tail, before.length))], at };
};

/** The rest of a page whose list item has lost its text: blocks inside the item move up one level. */
const withoutIndent = (lines: readonly string[], width: number): readonly string[] => {
  const indent = ' '.repeat(width);
  const end = lines.findIndex((line) => line.trim() !== '' && !line.startsWith(indent));
  const inside = lines.slice(0, end === -1 ? undefined : end);
  if (!inside.some((line) => line.trim() !== '')) return lines;
  return [...inside.map((line) => (line.startsWith(indent) ? line.slice(width) : line)), ...lines.slice(inside.length)];
};

/** Closes the gap that a removed block leaves: one blank line, and none at the end. */
const withoutGap = (lines: readonly string[], at: number): readonly string[] => {
  const isBlank = (index: number): boolean => lines[index] !== undefined && lines[index].trim() === '';
  let first = at;
  while (first > 0 && isBlank(first - 1)) first -= 1;
  let last = at;
  while (isBlank(last)) last += 1;
  if (last - first < 2) return lines;
  return lines.toSpliced(first, last - first, '');
};

/** Removes the headings above a place that have nothing below them any more. */
const withoutEmptyHeadings = (lines: readonly string[], at: number, keeps: ReadonlySet<string>): string => {
  let page = lines.join('\n');
  for (;;) {
    const { headings } = readPage(page);
    const all = page.split('\n');
    const index = headings.findLastIndex(({ line, endLine, top, text, level }, place) => {
      if (!top || line > at + 1 || keeps.has(text)) return false;
      const next = headings[place + 1];
      const own = all.slice(endLine - 1, next === undefined ? undefined : next.line - 1);
      return own.every((one) => one.trim() === '') && (next === undefined || next.level <= level);
    });
    const empty = headings[index];
    // Only the headings right above the place have lost something.
    const isAbove =
      empty && all.slice(empty.endLine - 1, Math.max(empty.endLine - 1, at)).every((one) => one.trim() === '');
    if (!empty || !isAbove) return page;
    const left = all.toSpliced(empty.line - 1, empty.endLine - empty.line);
    page = withoutGap(left, empty.line - 1).join('\n');
    at = empty.line - 1;
  }
};
