import { visible } from '../terminal/visible.ts';

const shownWidth = 100;

/** One line of a file, with a caret below the column. A long line is cut around that column. */
export const excerpt = (text: string, line: number, column: number): readonly [string, string] => {
  const whole = (text.split('\n')[line - 1] ?? '').replace(/\r$/, '').replaceAll('\t', ' ');
  const start = column > shownWidth - 20 ? column - 40 : 0;
  const before = visible(whole.slice(start, column - 1));
  const after = visible(whole.slice(Math.max(start, column - 1), start + shownWidth));
  const number = String(line).padStart(6);
  const mark = start > 0 ? '…' : '';
  return [`${number} | ${mark}${before}${after}`, `${' '.repeat(6)} | ${' '.repeat(mark.length + before.length)}^`];
};
