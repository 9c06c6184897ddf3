import { describe, expect, it } from 'vitest';
import { lintSources } from '../testing/lint-sources.ts';

const related = `import './codes.ts';\n`;
const codesIn = async (text: string, file = 'a.ts'): Promise<readonly (string | null)[]> =>
  (await lintSources({ [file]: related + text })).findings.map(({ code }) => code);
const notesOn = async (text: string): Promise<readonly string[]> =>
  (await lintSources({ 'a.ts': text })).notes.map(({ rule, line, column }) => `${rule} ${line}:${column}`);

describe('codes given to fail and warn', () => {
  it.each([
    [`fail('X_A')`],
    [`warn("X_A")`],
    [`call.fail('X_A')`],
    [`this.registry.fail('X_A')`],
    [`this.#fail('X_A')`],
    [`call?.fail?.('X_A')`],
    [`call['fail']('X_A')`],
    [`(fail)('X_A')`],
    [`call.fail!('X_A')`],
    [`fail<'X_A'>('X_A', { a: 1 })`],
    ['fail(`X_A`)'],
    [`fail(('X_A'))`],
    [`fail('X_A' as const)`],
    [`fail('X_A' satisfies string)`],
    [`fail(<const>'X_A')`],
    [`fail('X_A'!)`],
    [`fail(await 'X_A')`],
    [`fail((log(), 'X_A'))`],
    [`fail(last = 'X_A')`],
    [`fail(broken && 'X_A')`],
    [`const code = 'X_A'; fail(code)`],
    [`const code = 'X_A' as const; const other = code; fail(other)`],
    [`const run = () => fail(code); const code = 'X_A';`],
    [`const codes = { a: 'X_A' } as const; fail(codes.a)`],
    [`const codes = { a: 'X_A' }; fail(codes['a'])`],
    [`enum Code { a = 'X_A' } fail(Code.a)`],
    [`import { fail as refuse } from '@recourse/contract'; refuse('X_A')`],
    [`const { fail: refuse } = registry; refuse('X_A')`],
    [`const refuse = call.fail; refuse('X_A')`],
    [`fail('\\u0058_A')`],
  ])('%s', async (text) => {
    expect(await codesIn(text)).toEqual(['X_A']);
  });

  it.each([
    [`fail(late ? 'X_A' : 'X_B')`],
    [`fail(late ? 'X_A' : (never ? 'X_B' : 'X_A'))`],
    ['fail(code ?? (late ? `X_A` : "X_B"))'],
    [`fail(code || (late && 'X_A') || 'X_B')`],
    [`const code = late ? 'X_A' : 'X_B'; fail(code)`],
    [`const byStatus = { 404: 'X_A', 409: 'X_B' } as const; fail(byStatus[status])`],
    [`const rest = { 409: 'X_B' }; const byStatus = { 404: 'X_A', ...rest }; fail(byStatus[status])`],
  ])('all that it can be: %s', async (text) => {
    expect(new Set(await codesIn(text))).toEqual(new Set(['X_A', 'X_B']));
  });

  it.each([
    [`fail('something went wrong')`],
    [`fail('x')`],
    [`fail()`],
    [`fail(404)`],
    [`assert.fail('X_A')`],
    [`expect.fail('X_A')`],
    [`console.warn('X_A')`],
    [`this.logger.warn('X_A')`],
    [`requestLog.warn('X_A')`],
    [`failed('X_A')`],
    [`fail(details, 'X_A')`],
    [`const fails = 'fail("X_A")'; // fail('X_A')`],
    [`const a = (code: 'X_A') => code`],
  ])('nothing in %s', async (text) => {
    expect(await codesIn(text)).toEqual([]);
  });

  it('reads a constant in the scope in which it is used', async () => {
    const text = `
      const code = 'X_A';
      function one() { const code = 'X_B'; fail(code); }
      function two(code) { fail(code); }
      function three({ code }, [other = 1]) { fail(code); }
      try {} catch (code) { fail(code); }`;
    expect(await codesIn(text)).toEqual(['X_B']);
  });
});

describe('a code that is chosen at run time', () => {
  it.each([
    [`fail(code)`],
    [`fail(choose(status))`],
    ['fail(`${prefix}_A`)'],
    [`fail('X_' + name)`],
    [`fail(...rest)`],
    [`let code = 'X_A'; fail(code)`],
    [`const a = b; const b = a; fail(imported ? a : other)`],
  ])('is noted and no finding: %s', async (text) => {
    const { findings, notes } = await lintSources({ 'a.ts': related + text });
    expect(findings).toEqual([]);
    expect(notes).toEqual([expect.objectContaining({ rule: 'dynamic-code', file: 'a.ts', line: 2 })]);
  });

  it('is noted in addition to the literals of the other branch', async () => {
    const { findings, notes } = await lintSources({ 'a.ts': `${related}fail(known ? 'X_A' : code)` });
    expect(findings).toHaveLength(1);
    expect(notes).toEqual([
      {
        rule: 'dynamic-code',
        file: 'a.ts',
        line: 2,
        column: 6,
        message: 'The code passed to fail is chosen at run time.',
      },
    ]);
  });

  it.each([
    [`fail(new Error('x'))`],
    ['fail(`no ${name} here`)'],
    [`fail('no ' + name)`],
    [`fail({ a: 1 })`],
    [`fail(() => 1)`],
  ])('is not seen in %s, which cannot be one', async (text) => {
    expect(await notesOn(related + text)).toEqual([]);
  });

  it('is noted only in files that import us or a neighbour', async () => {
    expect(await notesOn(`import ora from 'ora'; ora().fail(text);`)).toEqual([]);
    expect(await notesOn(`import { fail } from '@recourse/contract'; fail(text);`)).toEqual(['dynamic-code 1:49']);
    expect(await notesOn(`const { fail } = require('./codes.cjs'); fail(text);`)).toEqual(['dynamic-code 1:47']);
    expect(await notesOn(`export * from './codes.ts'; fail(text);`)).toEqual(['dynamic-code 1:34']);
  });
});
