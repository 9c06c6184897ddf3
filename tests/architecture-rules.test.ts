import { describe, expect, it } from 'vitest';
import { findCycle, layerProblems, loadedFiles, readImports } from './architecture-rules.ts';
import type { Graph } from './architecture-rules.ts';

/** The graph of a package that exists only here: file names and their text. */
const packageOf = (files: Readonly<Record<string, string>>): Graph =>
  loadedFiles(new Map(Object.entries(files).map(([file, text]) => [file, readImports(file, text)])));

const layers = ['json.ts', 'codes', 'failures', 'index.ts'];
const sound = {
  'json.ts': '',
  'codes/code.ts': "import { isJson } from '../json.ts';",
  'failures/failure.ts': "import { code } from '../codes/code.ts';\nimport { make } from './make.ts';",
  'failures/make.ts': "import { z } from 'zod';",
  'index.ts': "export { fail } from './failures/failure.ts';",
};

describe('readImports', () => {
  it('reads static imports, re-exports, and dynamic imports of a literal', () => {
    const text = [
      "import './effect.ts';",
      "import { a } from './a.ts';",
      "export { b } from './b.ts';",
      "export * from './c.ts';",
      "export const load = () => import('./d.ts');",
      'export const open = (name: string) => import(name);',
    ].join('\n');
    expect(readImports('x.ts', text)).toEqual(
      ['./effect.ts', './a.ts', './b.ts', './c.ts', './d.ts'].map((specifier) => ({ specifier, erased: false })),
    );
  });

  it.each([
    ["import type { A } from './a.ts';", true],
    ["import type A from './a.ts';", true],
    ["import type * as A from './a.ts';", true],
    ["export type { A } from './a.ts';", true],
    ["export type * from './a.ts';", true],
    ["import { type A } from './a.ts';", false],
    ["export { type A } from './a.ts';", false],
    ["import type from './a.ts';", false],
    ["import { type A, b } from './a.ts';", false],
  ])('reads %s as erased: %s', (text, erased) => {
    const found = readImports('x.ts', text);
    expect(new Set(found.map((statement) => statement.erased))).toEqual(new Set([erased]));
  });

  it('throws on a file that does not parse', () => {
    expect(() => readImports('x.ts', 'import {')).toThrow('x.ts does not parse');
  });
});

describe('layerProblems', () => {
  it('accepts a package whose imports all go down', () => {
    expect(layerProblems(layers, packageOf(sound))).toEqual([]);
  });

  it('names an import that goes up', () => {
    const files = packageOf({ ...sound, 'json.ts': "import { fail } from './failures/failure.ts';" });
    expect(layerProblems(layers, files)).toEqual([
      "json.ts imports failures/failure.ts, but 'failures' is above 'json.ts'",
    ]);
  });

  it('names the import that closes a cycle of folders, even if no cycle of files exists', () => {
    const files = packageOf({ ...sound, 'codes/registry.ts': "export { make } from '../failures/make.ts';" });
    expect(layerProblems(layers, files)).toEqual([
      "codes/registry.ts imports failures/make.ts, but 'failures' is above 'codes'",
    ]);
    expect(findCycle(files)).toBeUndefined();
  });

  it('names a dynamic import that goes up, and ignores imports of types', () => {
    const dynamic = "export const load = () => import('../failures/make.ts');";
    expect(layerProblems(layers, packageOf({ ...sound, 'codes/code.ts': dynamic }))).toHaveLength(1);
    const type = "import type { Failure } from '../failures/failure.ts';";
    expect(layerProblems(layers, packageOf({ ...sound, 'codes/code.ts': type }))).toEqual([]);
  });

  it('names units that are missing, unknown or listed twice', () => {
    const files = packageOf({ ...sound, 'extra/a.ts': '' });
    expect(layerProblems([...layers, 'codes', 'gone'], files)).toEqual([
      "'codes' is listed twice",
      "'gone' is listed and does not exist",
      "'extra' is not listed",
    ]);
  });
});

describe('findCycle', () => {
  it('finds a cycle between files of one folder', () => {
    const files = packageOf({ ...sound, 'failures/make.ts': "import { failure } from './failure.ts';" });
    expect(findCycle(files)).toEqual(['failures/failure.ts', 'failures/make.ts', 'failures/failure.ts']);
    expect(layerProblems(layers, files)).toEqual([]);
  });

  it('finds a file that imports itself', () => {
    expect(findCycle(packageOf({ 'a.ts': "import './a.ts';" }))).toEqual(['a.ts', 'a.ts']);
  });

  it('passes a graph in which two paths meet', () => {
    const diamond = { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] };
    expect(findCycle(new Map(Object.entries(diamond)))).toBeUndefined();
  });
});
