import { passageOfLines } from './create-passage.mjs';
import { emptied, withoutCode } from './without-code.mjs';

const frontMatter = /^---\n[\s\S]*?\n---\n/;
const generated = /<!-- stages -->[\s\S]*?<!-- \/stages -->/g;
const comment = /<!--[\s\S]*?-->/g;

/**
 * Reads the prose of a Markdown file: without front matter, code, comments and tables that a script writes, and with
 * links as their labels.
 *
 * @param {string} source
 */
export const readMarkdown = (source) => {
  const prose = withoutCode(source.replaceAll('\r\n', '\n').replace(frontMatter, emptied))
    .replace(generated, emptied)
    .replace(comment, emptied)
    .replace(/\]\([^)\n]*\)/g, '')
    .replace(/[[\]]|\*\*/g, '');
  return [passageOfLines('prose', prose.split('\n'), 1)];
};
