import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Node } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { parseSource } from '../packages/cli/src/lint/collect/parse-source.ts';
import { walk } from '../packages/cli/src/lint/syntax/walk.ts';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'docs/threat-model.md'), 'utf8');

/** The tests that a promise names, as `file`: "title". */
const namedIn = (text: string): readonly (readonly [file: string, title: string])[] =>
  [...text.matchAll(/`([\w./-]+\.test\.(?:ts|mjs))`: "([^"]+)"/gu)].map(([, file = '', title = '']) => [file, title]);

interface FoundTest {
  /** Its title behind those of its suites. */
  readonly title: string;
  /** The modifiers of the test and of the suites around it, such as `skip`, and `skip()` in its body. */
  readonly modifiers: readonly string[];
}

const definers = new Set(['it', 'test', 'describe']);

/** Reads `it.skip`, `describe.each(…)` and the like: the name that it starts with, and the names behind it. */
const namesOf = (node: Node): readonly string[] => {
  if (node.type === 'Identifier') return [node.name];
  if (node.type === 'MemberExpression') return [...namesOf(node.object), ...namesOf(node.property)];
  if (node.type === 'CallExpression') return namesOf(node.callee);
  return node.type === 'TaggedTemplateExpression' ? namesOf(node.tag) : [];
};

const callsSkip = (body: Node): boolean => {
  let found = false;
  walk(body, undefined, (node) => {
    if (node.type === 'CallExpression' && namesOf(node.callee).slice(1).includes('skip')) found = true;
  });
  return found;
};

interface Around {
  readonly titles: readonly string[];
  readonly modifiers: readonly string[];
}

/** Every test that a source defines, by its syntax. */
const testsIn = (source: string, file = 'a.test.ts'): readonly FoundTest[] => {
  const found: FoundTest[] = [];
  const { program, problem } = parseSource(file, source);
  expect(problem).toBeNull();
  walk<Around>(program, { titles: [], modifiers: [] }, (node, _, outer) => {
    if (node.type !== 'CallExpression') return outer;
    const [definer = '', ...modifiers] = namesOf(node.callee);
    const [title, ...others] = node.arguments;
    if (!definers.has(definer) || !title || others.length === 0) return outer;
    const named = title.type === 'Literal' ? String(title.value) : source.slice(title.start, title.end);
    const inner = { titles: [...outer.titles, named], modifiers: [...outer.modifiers, ...modifiers] };
    if (definer === 'describe') return inner;
    const skips = others.some(callsSkip) ? ['skip()'] : [];
    found.push({ title: inner.titles.join(' > '), modifiers: [...inner.modifiers, ...skips] });
    return inner;
  });
  return found;
};

/** Modifiers with which a test always runs and must pass. */
const harmless = new Set(['each', 'for', 'concurrent', 'sequential']);

/** Whether a file, or a module that it imports by a relative path, treats CI in another way: there, nothing is skipped. */
const asksForCi = (place: string): boolean => {
  const text = readFileSync(place, 'utf8');
  const imported = [...text.matchAll(/from '(\.[^']+)'/gu)].map(([, from = '']) => path.resolve(place, '..', from));
  return [text, ...imported.map((file) => readFileSync(file, 'utf8'))].some((one) => one.includes("process.env['CI']"));
};

const promises = page.split('\n').filter((line) => line.startsWith('- '));
const named = namedIn(page);

describe('docs/threat-model.md', () => {
  it('has a section for each of the five servers', () => {
    for (const server of ['github', 'coverage', 'launch', 'aql', 'stage']) expect(page).toContain(`\n## ${server}\n`);
    expect(promises.length).toBeGreaterThan(20);
  });

  it.each(promises)('names a test for the promise: %s', (promise) => {
    expect(namedIn(promise).length).toBeGreaterThan(0);
  });

  it.each(named)('names one test that exists and runs in CI: %s, %s', (file, title) => {
    const place = path.join(root, file);
    expect(existsSync(place)).toBe(true);
    const tests = testsIn(readFileSync(place, 'utf8'), file).filter((test) =>
      ` > ${test.title}`.endsWith(` > ${title}`),
    );
    expect(tests).toHaveLength(1);
    const doubtful = tests.flatMap(({ modifiers }) => modifiers).filter((modifier) => !harmless.has(modifier));
    expect(doubtful.filter((modifier) => modifier !== 'skipIf')).toEqual([]);
    if (doubtful.length > 0) expect(asksForCi(place)).toBe(true);
  });
});

describe('the reader of tests', () => {
  it.each([
    ["it('a', () => 1)", []],
    ["it.each([1])('a', () => 1)", ['each']],
    ["it.skip('a', () => 1)", ['skip']],
    ["describe.skip('s', () => { it('a', () => 1); })", ['skip']],
    ["describe.skipIf(true)('s', () => { describe('t', () => { it('a', () => 1); }); })", ['skipIf']],
    ["it('a', (context) => context.skip())", ['skip()']],
    ["it.fails('a', () => 1)", ['fails']],
  ])('reads the modifiers of %s', (source, modifiers) => {
    expect(testsIn(source)).toEqual([{ title: expect.stringMatching(/(?:^| > )a$/u) as string, modifiers }]);
  });

  it('takes neither comments nor other calls nor tests without a body for tests', () => {
    expect(testsIn("// it('a', () => 1)\nlog('a', () => 1); it.todo('a'); const b = \"it('a', () => 1)\";")).toEqual(
      [],
    );
  });
});
