import { describe, expect, it } from 'vitest';
import { createLines } from './lines.ts';
import { parseYaml } from './parse-yaml.ts';
import type { YamlTree } from './tree.ts';

const limits = { lines: 1000, marks: 50_000, brackets: 100, depth: 8, values: 1000 };

const plain = (tree: YamlTree): unknown => {
  if (tree.kind === 'value') return tree.value;
  if (tree.kind === 'list') return tree.items.map(plain);
  return Object.fromEntries([...tree.entries].map(([key, { value }]) => [key, plain(value)]));
};

const valueOf = (yaml: string): unknown => {
  const { root, findings } = parseYaml(yaml, limits);
  return findings.length > 0 || !root ? findings.map(({ message }) => message) : plain(root);
};

describe('parseYaml', () => {
  it.each([
    ['block style', 'a:\n  - 1\n  - b: true\n', { a: [1, { b: true }] }],
    ['JSON', '{"a": [null, "x"], "b": {}}', { a: [null, 'x'], b: {} }],
    ['an alias, read again each time', 'a: &x [1]\nb: *x\nc: *x', { a: [1], b: [1], c: [1] }],
  ])('reads %s', (_, yaml, value) => expect(valueOf(yaml)).toEqual(value));

  it.each([
    ['a second key of the same name', 'p: { a: 1, a: 2 }', "'p.a' is defined more than once"],
    ['a merge key', 'a: { <<: 1 }', 'merge keys (<<) are not supported; write the fields out'],
    ['a key that reaches a prototype', '{ __proto__: 1 }', 'this key is not allowed'],
    ['infinity', 'a: .inf', 'JSON cannot represent this number'],
    ['a tag', 'a: !!js/function x', 'tags (!name) are not supported; write the value itself'],
    ['a second document', 'a: 1\n---\nb: 2', 'only one document is allowed; remove everything after the first one'],
    [
      'an alias of nothing',
      'a: **/x',
      'an alias (*name) needs an anchor (&name) before it; a value that begins with * needs quotes',
    ],
    ['an alias of itself', 'a: &a [*a]', 'it is nested more than 8 levels deep'],
    ['aliases that multiply', `a: &a [${'1,'.repeat(40)}]\nb: [${'*a,'.repeat(40)}]`, 'it has more than 1000 values'],
  ])('reports %s', (_, yaml, message) => expect(valueOf(yaml)).toEqual([message]));

  it('does not repeat the content of a file that it cannot read', () => {
    const { findings } = parseYaml('token: "sk_live_1234 \\q"', limits);
    expect(JSON.stringify(findings)).not.toContain('sk_live');
  });

  it('knows where a key, a value and a character inside it are', () => {
    const text = "a: 1\nkey: 'it''s x'\n";
    const { root } = parseYaml(text, limits);
    const entry = root?.kind === 'map' ? root.entries.get('key') : undefined;
    if (entry?.value.kind !== 'value') throw new Error('no value');
    const lines = createLines(text);
    expect(lines.at(entry.offset)).toEqual({ line: 2, column: 1 });
    expect(lines.at(entry.value.offset)).toEqual({ line: 2, column: 6 });
    expect(text[entry.value.offsetOf(5)]).toBe('x');
  });
});
