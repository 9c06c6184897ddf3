import { readFileSync } from 'node:fs';
import path from 'node:path';
import { areaOf, findFiles, isTest } from './find-files.mjs';
import { paragraphsOf } from './paragraphs-of.mjs';
import { patterns } from './patterns.mjs';
import { readMarkdown } from './read-markdown.mjs';
import { readSource } from './read-source.mjs';

/**
 * @typedef {import('./create-passage.mjs').Kind} Kind
 * @typedef {import('./create-passage.mjs').Passage} Passage
 *
 * @typedef {object} Hit
 * @property {string} area
 * @property {Kind} kind
 * @property {string} pattern
 * @property {string} file
 * @property {number} line
 * @property {string} excerpt
 *
 * @typedef {object} Reading
 * @property {number} files How many files were read.
 * @property {Readonly<Record<Kind, number>>} passages How many passages of each kind were read.
 * @property {readonly Hit[]} hits
 */

/**
 * Finds every match in the sentences of a repository.
 *
 * @param {string} root
 * @returns {Reading}
 */
export const findHits = (root) => {
  const files = findFiles(root);
  const passages = { string: 0, comment: 0, title: 0, prose: 0 };
  const hits = files.flatMap((file) =>
    readPassages(file, readFileSync(path.join(root, file), 'utf8')).flatMap((passage) => {
      passages[passage.kind] += 1;
      return hitsIn(passage, file);
    }),
  );
  return { files: files.length, passages, hits };
};

/**
 * Reads the sentences of one file.
 *
 * @type {(file: string, source: string) => readonly Passage[]}
 */
export const readPassages = (file, source) =>
  file.endsWith('.md') ? readMarkdown(source) : readSource(file, source, { isTest: isTest(file) });

/** @type {(passage: Passage, file: string) => readonly Hit[]} */
const hitsIn = ({ kind, body, lineAt }, file) =>
  paragraphsOf(body).flatMap(({ text, offset }) =>
    patterns.flatMap(({ name, expression }) =>
      [...text.matchAll(expression)].map(({ index, 0: match }) => ({
        area: areaOf(file),
        kind,
        pattern: name,
        file,
        line: lineAt(offset + index),
        excerpt: excerpt(text, index, match.length),
      })),
    ),
  );

/** @type {(text: string, index: number, length: number) => string} */
const excerpt = (text, index, length) => {
  const from = Math.max(0, index - 40);
  const to = index + length + 60;
  return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`;
};
