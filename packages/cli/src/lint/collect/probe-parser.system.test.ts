import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintSources, withSources } from '../testing/lint-sources.ts';
import { findUnparsable, needsProbe } from './probe-parser.ts';

const nested = (open: string, close: string, depth: number): string =>
  `x = ${open.repeat(depth)}1${close.repeat(depth)};`;

/** Nested so deeply that the parser takes the whole process with it. */
const deadly: readonly (readonly [string, string])[] = [
  ['brackets', nested('[', ']', 100_000)],
  ['templates', nested('`${', '}`', 100_000)],
  ['arrows', nested('a=>', '', 100_000)],
  ['conditions', nested('a?b:', '', 100_000)],
  ['sums', nested('1+', '', 500_000)],
];

describe('needsProbe', () => {
  it('is true for any source that could be nested too deeply', () => {
    for (const [, text] of deadly) expect(needsProbe(text)).toBe(true);
    expect(needsProbe(nested('[', ']', 1000))).toBe(true);
  });

  it('is false for a source of normal size', () => {
    expect(needsProbe(`export const add = (a: number, b: number): number => a + b;\n`.repeat(200))).toBe(false);
  });
});

describe('findUnparsable', () => {
  it('names the files that the parser does not survive, and no others', async () => {
    const sources = Object.fromEntries(deadly.map(([name, text]) => [`${name}.ts`, text]));
    await withSources({ ...sources, 'wrong.ts': 'const = ;', 'fine.ts': 'const a = 1;' }, async (directory) => {
      const names = ['fine', 'brackets', 'templates', 'wrong', 'arrows', 'conditions', 'missing', 'sums', 'fine'];
      const paths = names.map((name) => join(directory, `${name}.ts`));
      expect([...(await findUnparsable(paths))]).toEqual(deadly.map(([name]) => join(directory, `${name}.ts`)));
    });
  });

  it('returns nothing for an empty list', async () => {
    expect(await findUnparsable([])).toEqual(new Set());
  });
});

describe('lint of hostile sources', () => {
  it('reports a file that is nested too deeply, and reads the others', async () => {
    const { findings } = await lintSources({ 'a.ts': nested('[', ']', 100_000), 'b.ts': `fail('NOPE_B');` });
    expect(findings.map(({ rule, file }) => `${rule} ${file}`)).toEqual(['parse-error a.ts', 'unregistered-code b.ts']);
  });

  it.each([
    ['brackets', nested('[', ']', 2000)],
    ['calls', nested('fail(', ')', 2000)],
    ['conditions', nested(`fail(a ? 'X_A' : `, ')', 1500)],
    ['a long sum', nested('1+', '', 20_000)],
    ['a long chain of calls', `f${'()'.repeat(10_000)};`],
    ['members', `f${'.a'.repeat(50_000)}('X_A');`],
    ['patterns', `const ${'['.repeat(1000)}a${']'.repeat(1000)} = b;`],
    ['a long list', `const [${'a,'.repeat(300_000)}] = b; fail([${'1,'.repeat(300_000)}]);`],
    [
      'a large table',
      `const t = {${Array.from({ length: 60_000 }, (_, index) => `k${index}:'INTERNAL_ERROR'`).join()}}; fail(t[k]);`,
    ],
  ])('survives %s', async (_, text) => {
    const { files, findings } = await lintSources({ 'a.ts': `import './b.ts';\n${text}` });
    expect(files).toBe(1);
    expect(findings.filter(({ rule }) => rule === 'parse-error')).toEqual([]);
  });
});
