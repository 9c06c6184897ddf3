import { describe, expect, it } from 'vitest';
import { readTypeScript } from './read-typescript.ts';

const read = (files: Readonly<Record<string, string>>, entries: readonly string[] = ['index.ts']) =>
  readTypeScript({
    language: 'typescript',
    files: new Map(Object.entries(files)),
    name: 'widgets',
    entries,
    packages: [],
  });
const brief = (symbols: ReturnType<typeof readTypeScript>) =>
  symbols.map(({ name, kind, signature }) => [name, kind, signature]);

describe('readTypeScript', () => {
  it('reads exported declarations without their bodies, with the types that the compiler infers', () => {
    const text = `/** Adds. */
export async function add(a: number, options: { b: number } = { b: 1 }): Promise<{ sum: number }> {
  return { sum: a };
}
export const limit = 5;
export const twice = (n: number): number => n * 2;
export let first = <T>(items: readonly T[]) => items[0];
export const later = async (ms: number) => {};
export const same = value => value;
export const handle: Handler = (event) => event;
export const table = /* made once */ new Map([['a', 1]]);
export type Id = string | { id: string };
export enum Level { Low = 1, High }
export interface Handler {
  /** Called for each event. */
  (event: string): string;
}
export abstract class Queue<T> extends Array<T> {
  readonly size: number = 0;
  count = 1;
  private hidden(): void {}
  #secret = 1;
  internal_ = 1;
  /** Adds an item. */
  async push2(item: T): Promise<void> {
    if (item) { return; }
  }
  get empty() { return true; }
}
function local() {}
const text = "export function no() {}";
`;
    expect(brief(read({ 'index.ts': text }))).toEqual([
      ['add', 'function', 'function add(a: number, options: { b: number } = { b: 1 }): Promise<{ sum: number }>'],
      ['limit', 'constant', 'const limit = 5'],
      ['twice', 'function', 'function twice(n: number): number'],
      ['first', 'function', 'function first<T>(items: readonly T[]): T'],
      ['later', 'function', 'function later(ms: number): Promise<void>'],
      ['same', 'function', 'function same(value)'],
      ['handle', 'function', 'const handle: Handler'],
      ['table', 'constant', 'const table: Map<string, number>'],
      ['Id', 'type', 'type Id = string | { id: string }'],
      ['Level', 'enum', 'enum Level { Low = 1, High }'],
      ['Handler', 'interface', 'interface Handler {\n  /** Called for each event. */\n  (event: string): string;\n}'],
      [
        'Queue',
        'class',
        'abstract class Queue<T> extends Array<T> {\n  readonly size: number;\n  count: number;\n  push2(item: T): Promise<void>;\n  get empty(): boolean;\n}',
      ],
      ['Queue.push2', 'method', 'push2(item: T): Promise<void>'],
    ]);
  });

  it('reads comments with their tags as Markdown and their lines, and leaves out internal names', () => {
    const text = `/**
 * Waits. See {@link Queue}.
 *
 * @param key Who waits.
 * @param {number} [ms=5] - How long.
 * @param rest
 * @returns Nothing.
 */
export function wait(key: string, ms = 5): void {}
/** @internal */
export function hidden(): void {}
`;
    expect(read({ 'index.ts': text })).toEqual([
      {
        name: 'wait',
        kind: 'function',
        signature: 'function wait(key: string, ms = 5): void',
        doc: 'Waits. See `Queue`.\n\n- `key`: Who waits.\n- `ms`: How long.\n\nReturns: Nothing.',
        module: 'widgets',
        source: { path: 'index.ts', start_line: 9, end_line: 9 },
        doc_source: { path: 'index.ts', start_line: 1, end_line: 8 },
      },
    ]);
  });

  it('follows re-exports, renames, defaults and namespaces from the entry', () => {
    const files = {
      'index.ts': `export * from './a.js';
export { inner as outer, type Shape } from './b/index.js';
export * as tools from './tools.js';
export { default } from './main.js';
`,
      'a.ts': 'export const a = 1;\nexport default 5;\n',
      'b/index.ts': "export { inner } from './c.js';\nexport interface Shape { n: 1 }\nexport * from '../index.js';\n",
      'b/c.ts': 'export const inner = 1;\nexport const other = 2;\n',
      'tools.ts': 'export function hammer() { return 1; }\n',
      'main.ts': 'export default class Main {}\n',
      'd.ts': 'export const d = 1;\n',
    };
    expect(brief(read(files)).toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))).toEqual([
      ['Main', 'class', 'export default class Main'],
      ['Shape', 'interface', 'interface Shape { n: 1 }'],
      ['a', 'constant', 'const a = 1'],
      ['outer', 'constant', 'const outer = 1'],
      ['tools.hammer', 'function', 'function hammer(): number'],
    ]);
  });

  it('shows overloads and not their implementation', () => {
    const text = `/** Parses. */
export function parse(text: string): number;
export function parse(text: string, radix: number): number;
export function parse(...given: unknown[]): number { return 1; }
`;
    expect(brief(read({ 'index.ts': text }))).toEqual([
      [
        'parse',
        'function',
        'function parse(text: string): number\nfunction parse(text: string, radix: number): number',
      ],
    ]);
  });

  it('reads declaration files that export by a list, and JavaScript', () => {
    const text = 'declare function a(): void;\ndeclare class B {\n    c: string;\n}\nexport { a as first, B };\n';
    expect(brief(read({ 'index.d.ts': text }, ['index.d.ts']))).toEqual([
      ['first', 'function', 'function first(): void'],
      ['B', 'class', 'class B {\n  c: string;\n}'],
    ]);
    expect(brief(read({ 'index.js': 'export const add = (a, b = 1) => a + b;\n' }, ['index.js']))).toEqual([
      ['add', 'function', 'function add(a, b = 1)'],
    ]);
  });

  it('names modules by their files if there is no entry', () => {
    const symbols = read({ 'src/a.ts': 'export const a = 1;', 'src/index.ts': 'export const b = 1;' }, []);
    expect(symbols.map(({ name, module }) => [name, module])).toEqual([
      ['a', 'a'],
      ['b', 'widgets'],
    ]);
  });
});

describe('hostile code', () => {
  it('reads nothing outside the product, whatever it imports, references or configures', () => {
    const files = {
      'tsconfig.json': '{ "extends": "/etc/passwd", "compilerOptions": { "plugins": [{ "name": "../evil" }] } }',
      'index.ts': `/// <reference path="/etc/passwd" />
import secret from '/etc/passwd';
import data from '../../../../etc/passwd.json';
export * from '/proc/self/environ';
export const a: typeof secret = 1;
export { data };
`,
    };
    expect(brief(read(files))).toEqual([['a', 'constant', 'const a: typeof secret']]);
  });

  it('survives code that cannot be parsed', () => {
    for (const text of ['export const a = {', 'export class {', '\u{0}', 'export * from "./index.ts";', '/*'])
      expect(read({ 'index.ts': text }).length).toBeLessThan(2);
    expect(read({ 'index.ts': `export const a = ${'['.repeat(2000)}${']'.repeat(2000)};` })).toHaveLength(1);
  });

  it('limits the names and the length of signatures', () => {
    const many = Array.from({ length: 2500 }, (_, index) => `export const a${index} = 1;`).join('\n');
    expect(read({ 'index.ts': many })).toHaveLength(2000);
    const [long] = read({ 'index.ts': `export type A = ${"'x' |\n".repeat(5000)} 'y';` });
    expect(long?.signature.length).toBeLessThan(4001);
  });
});
