import { passageOfLines } from './create-passage.mjs';
import { withoutCode } from './without-code.mjs';

const directive = /^\s*(?:oxlint|eslint|prettier|@ts|v8|c8|vite)-|^\s*\/ <reference/;

/**
 * Reads the comments of a source. Line comments that follow each other are one passage.
 *
 * @param {readonly import('oxc-parser').Comment[]} comments
 * @param {string} source
 * @param {(offset: number) => number} lineOf
 */
export const readComments = (comments, source, lineOf) => {
  /** @type {{ readonly isLine: boolean, readonly line: number, readonly lines: string[], end: number }[]} */
  const groups = [];
  for (const { type, value, start, end } of comments) {
    if (directive.test(value)) continue;
    const last = groups.at(-1);
    if (type === 'Line' && last?.isLine && /^\r?\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.lines.push(value);
      last.end = end;
    } else {
      const lines = value.split('\n').map((line) => line.replace(/^\s*\*+ ?/, ''));
      groups.push({ isLine: type === 'Line', line: lineOf(start), lines, end });
    }
  }
  return groups.map(({ lines, line }) => passageOfLines('comment', withoutCode(lines.join('\n')).split('\n'), line));
};
