import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sha256Of } from '../sources/digest.ts';
import { openGrammar } from './tree-sitter.ts';

const folder = new URL('../../grammars/', import.meta.url);

it.each(['go', 'python'] as const)('the grammar of %s is the file that its list names, and parses', async (name) => {
  const listed = readFileSync(new URL('README.md', folder), 'utf8');
  const digest = sha256Of(readFileSync(new URL(`${name}.wasm`, folder)));
  expect(listed).toMatch(new RegExp(`\`${name}.wasm\` .*\`${digest}\``));
  const withTree = await openGrammar(name);
  expect(withTree(name === 'go' ? 'package a\n' : 'a = 1\n', (root) => root.hasError)).toBe(false);
});

it.each([
  ['steps', { mostReports: 10 }],
  ['time', { longestMs: 1 }],
])('gives up on code beyond its limit in %s, and continues with the next', async (_, limits) => {
  const withTree = await openGrammar('python', limits);
  expect(withTree('<-'.repeat(3000), () => true)).toBeUndefined();
  expect(withTree('a = 1\n', (root) => root.hasError)).toBe(false);
});
