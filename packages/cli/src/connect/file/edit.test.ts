import { parse } from 'jsonc-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendAt, removeAt, setAt } from './edit.ts';

const entry = { command: 'node', args: ['main.js'] };

const lines = (...given: readonly string[]): string => `${given.join('\n')}\n`;

describe('setAt', () => {
  it('appends after the last member and keeps every other line', () => {
    const text = lines('{', '  // mine', '  "servers": {', '    "a": {"command":"x"}', '  },', '  "inputs": []', '}');
    expect(setAt(text, ['servers', 'b'], entry)).toBe(
      lines(
        '{',
        '  // mine',
        '  "servers": {',
        '    "a": {"command":"x"},',
        '    "b": {',
        '      "command": "node",',
        '      "args": [',
        '        "main.js"',
        '      ]',
        '    }',
        '  },',
        '  "inputs": []',
        '}',
      ),
    );
  });

  it('keeps a comment on its line, and handles a trailing comma', () => {
    expect(setAt(lines('{', '  "a": 1 // one', '}'), ['b'], 2)).toBe(lines('{', '  "a": 1, // one', '  "b": 2', '}'));
    expect(setAt(lines('{', '  "a": 1, /* one */', '}'), ['b'], 2)).toBe(
      lines('{', '  "a": 1, /* one */', '  "b": 2', '}'),
    );
    expect(setAt('{ "a": 1 // one\n}', ['b'], 2)).toBe('{ "a": 1, // one\n"b": 2\n}');
    expect(setAt(lines('{', '  // nothing yet', '}'), ['b'], 2)).toBe(lines('{', '  // nothing yet', '  "b": 2', '}'));
  });

  it('follows the style of the file: tabs, four spaces, Windows line endings, one line', () => {
    expect(setAt('{\n\t"a": {}\n}', ['a', 'b'], [1])).toBe('{\n\t"a": {\n\t\t"b": [\n\t\t\t1\n\t\t]\n\t}\n}');
    expect(setAt('{\r\n    "a": 1\r\n}', ['b'], { c: 2 })).toBe(
      '{\r\n    "a": 1,\r\n    "b": {\r\n        "c": 2\r\n    }\r\n}',
    );
    expect(setAt('{"a":{"b":1},"z":0}', ['a', 'c'], entry)).toBe(
      '{"a":{"b":1, "c": {"command":"node","args":["main.js"]}},"z":0}',
    );
  });

  it('creates intermediate objects, and replaces only an existing value', () => {
    expect(setAt('{}\n', ['servers', 'a'], 1)).toBe(lines('{', '  "servers": {', '    "a": 1', '  }', '}'));
    expect(setAt('{ "a": [1], /* b */ "b": 2 }', ['a'], 'x')).toBe('{ "a": "x", /* b */ "b": 2 }');
  });
});

describe('appendAt', () => {
  it('adds an item to a list, or creates the list', () => {
    expect(appendAt('{ "inputs": [1] }', 'inputs', 2)).toBe('{ "inputs": [1, 2] }');
    expect(parse(appendAt('{ "inputs": [] }', 'inputs', 2))).toEqual({ inputs: [2] });
    expect(parse(appendAt('{}', 'inputs', 2))).toEqual({ inputs: [2] });
  });
});

describe('removeAt', () => {
  it('removes the member, its comma and its line, but no comment', () => {
    const text = lines('{', '  "a": 1, // one', '  // about b', '  "b": 2', '}');
    expect(removeAt(text, ['b'])).toBe(lines('{', '  "a": 1 // one', '  // about b', '}'));
    expect(removeAt(text, ['a'])).toBe(lines('{', '   // one', '  // about b', '  "b": 2', '}'));
    expect(removeAt('{"a":1,"b":2}', ['a'])).toBe('{"b":2}');
    expect(removeAt(text, ['c'])).toBe(text);
  });

  it('reverses setAt', () => {
    for (const text of [
      '{\n  "s": {\n    "a": 1 // one\n  }\n}\n',
      '{\r\n\t"s": {\r\n\t\t"a": {}\r\n\t}\r\n}',
      '{"s":{"a":1}}',
    ]) {
      expect(removeAt(setAt(text, ['s', 'b'], entry), ['s', 'b']).replace(/ (?=\}\}$)/u, '')).toBe(text);
    }
  });
});

describe('any file', () => {
  const key = fc.stringMatching(/^[a-z]{1,3}$/u);
  /** As a file can hold it, and as the parser that checks it here can read it: no -0, and no `__proto__`. */
  const json = fc
    .jsonValue({ maxDepth: 2 })
    .map((value) => JSON.stringify(value))
    .filter((text) => !text.includes('"__proto__"'))
    .map((text): unknown => JSON.parse(text));
  const object = fc.dictionary(key, fc.dictionary(key, json, { noNullPrototype: true }), {
    noNullPrototype: true,
  });
  const indent = fc.constantFrom('', '  ', '\t');

  /** Adds comments and line ends wherever blanks are allowed between tokens. */
  const commented = (text: string): string =>
    text.replaceAll(/("(?:[^"\\]|\\.)*")|([{[,])/gu, (_, string: string | undefined, sign: string) =>
      string === undefined ? `${sign} /* , */ // }\n` : string,
    );

  it('changes only what was set, appended or removed, and keeps every comment', () => {
    fc.assert(
      fc.property(object, indent, fc.boolean(), key, key, (value, blanks, withComments, one, two) => {
        const plain = JSON.stringify(value, undefined, blanks);
        const text = withComments ? commented(plain) : plain;
        const count = (written: string): number => written.split('/* , */').length;
        const set = setAt(text, [one, two], entry);
        const { [two]: before, ...rest } = value[one] ?? {};
        const removed = removeAt(set, [one, two]);
        expect(parse(set)).toEqual({ ...value, [one]: { ...rest, [two]: entry } });
        expect(parse(removed)).toEqual({ ...value, [one]: rest });
        // Only comments inside a replaced value are lost.
        if (before === undefined) expect([count(set), count(removed)]).toEqual([count(text), count(text)]);
        expect(parse(appendAt(text, 'inputs', 7))).toEqual({ ...value, inputs: [7] });
      }),
      { numRuns: 200 },
    );
  });
});
