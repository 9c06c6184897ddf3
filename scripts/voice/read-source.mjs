import { parseSync } from 'oxc-parser';
import { childrenOf } from './children-of.mjs';
import { createPassage } from './create-passage.mjs';
import { lineCounter } from './line-counter.mjs';
import { readComments } from './read-comments.mjs';
import { readLiteral } from './read-literal.mjs';

/** @typedef {import('oxc-parser').Node} Node */

/** Whether a call declares tests: `it(…)`, `describe.each(…)(…)`. @type {(callee: Node) => boolean} */
const declaresTests = (callee) => {
  if (callee.type === 'CallExpression') return declaresTests(callee.callee);
  if (callee.type === 'MemberExpression') return declaresTests(callee.object);
  return callee.type === 'Identifier' && ['describe', 'it', 'suite', 'test'].includes(callee.name);
};

/** @type {(node: Node) => Node | undefined} */
const titleOf = (node) =>
  node.type === 'CallExpression' && declaresTests(node.callee) ? node.arguments[0] : undefined;

/**
 * Reads the comments of a source and its strings of more than one word. Of a test it reads comments and titles only:
 * the other strings are data.
 *
 * @param {string} file
 * @param {string} source
 * @param {{ readonly isTest: boolean }} options
 */
export const readSource = (file, source, { isTest }) => {
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const lineOf = lineCounter(source);
  const passages = readComments(comments, source, lineOf);
  /** @type {Node[]} */
  const pending = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const candidate = isTest ? titleOf(node) : node;
    const literal = candidate && readLiteral(candidate, lineOf);
    if (literal) {
      const passage = createPassage(isTest ? 'title' : 'string', literal.pieces);
      if (/\S\s+\S/.test(passage.body)) passages.push(passage);
    }
    pending.push(...(literal && !isTest ? literal.rest : childrenOf(node)));
  }
  return passages;
};
