import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from './read-json.ts';

class Point {
  readonly x = 1;
  readonly #hidden = 2;
  get sum(): number {
    return this.x + this.#hidden;
  }
}

const throwing = (): never => {
  throw new Error('not readable');
};
const cyclic: Record<string, unknown> = { a: { b: [] } };
(cyclic['a'] as { b: unknown[] }).b.push(cyclic);
const ownProto: unknown = JSON.parse('{"__proto__":{"admin":true},"constructor":1}');
const sparse: unknown[] = [1, 2];
sparse[3] = 4;
let deep: unknown = 1;
for (let level = 0; level < 100_000; level += 1) deep = { deep };

describe('readJson', () => {
  it.each<[string, unknown, unknown]>([
    ['a field that is undefined', { a: undefined, b: 1 }, { b: 1 }],
    ['a date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['a URL', { at: new URL('http://a/') }, { at: 'http://a/' }],
    ['minus zero', { a: -0 }, { a: 0 }],
    ['half of a surrogate pair', { a: 'x\ud800y' }, { a: 'x\ufffdy' }],
    ['a class instance', new Point(), { x: 1 }],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['a getter', { get a() { return 1; } }, { a: 1 }], // prettier-ignore
    ['a toJSON that returns something else', { a: { toJSON: () => ({ b: [1] }) } }, { a: { b: [1] } }],
    ['a toJSON that returns itself', { a: { b: 1, toJSON() { return { ...this, toJSON: undefined }; } } }, { a: { b: 1 } }], // prettier-ignore
  ])('changes %s', (_, given, expected) => {
    const read = readJson(given);
    expect(read.ok && read.value).toStrictEqual(expected);
  });

  it('copies a field named __proto__ as data', () => {
    const read = readJson(ownProto);
    const value = read.ok ? (read.value as Record<string, unknown>) : {};
    expect(JSON.stringify(value)).toBe('{"__proto__":{"admin":true},"constructor":1}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value['admin']).toBeUndefined();
  });

  it.each<[string, unknown, string, string]>([
    ['a bigint', { id: 10n }, 'id', 'is a bigint'],
    ['a function', { a: () => 1 }, 'a', 'is a function'],
    ['a symbol', { a: [Symbol('x')] }, 'a[0]', 'is a symbol'],
    ['NaN', { a: { b: Number.NaN } }, 'a.b', 'is NaN'],
    ['Infinity', { a: -Infinity }, 'a', 'is -Infinity'],
    ['undefined', undefined, '', 'is undefined'],
    ['undefined in a list', { a: [undefined] }, 'a[0]', 'is undefined'],
    ['a gap in a list', { a: sparse }, 'a[2]', 'is undefined'],
    ['an endless gap', { a: Object.assign([], { length: 100_000 }) }, 'a[0]', 'is undefined'],
    ['a Map', { a: new Map([[1, 2]]) }, 'a', 'is an instance of Map'],
    ['a Map with fields', { a: Object.assign(new Map(), { b: 1 }) }, 'a', 'is an instance of Map'],
    ['a Set', new Set([1]), '', 'is an instance of Set'],
    ['an error', { a: Object.assign(new TypeError('x'), { code: 'E' }) }, 'a', 'is an instance of TypeError'],
    ['a promise', { a: Promise.resolve() }, 'a', 'is an instance of Promise'],
    ['a pattern', { a: /x/u }, 'a', 'is an instance of RegExp'],
    ['bytes', { a: new Uint8Array(3) }, 'a', 'is an instance of Uint8Array'],
    ['a boxed string', { a: Object('x') as object }, 'a', 'is an instance of String'],
    ['an invalid name', { ['\ud800']: 1 }, '\ud800', 'has an unpaired surrogate in its name'],
    ['a cycle', cyclic, 'a.b[0]', 'contains itself'],
    ['a throwing getter', { a: { get b() { return throwing(); } } }, 'a.b', 'cannot be read'], // prettier-ignore
    ['a throwing toJSON', { a: { toJSON: throwing } }, 'a', 'cannot be read'],
    ['a toJSON that returns a bigint', { a: { toJSON: () => 1n } }, 'a', 'is a bigint'],
    ['a throwing proxy', new Proxy({}, { ownKeys: throwing }), '', 'cannot be read'],
  ])('refuses %s', (_, given, path, rule) => {
    expect(readJson(given)).toMatchObject({ ok: false, problem: { kind: 'not_json', path, rule } });
  });

  it('stops at its limits', () => {
    expect(readJson(deep)).toMatchObject({ problem: { kind: 'too_deep', depth: 65 } });
    expect(readJson({ a: 'x'.repeat(1000) }, { bytes: 500 })).toMatchObject({ problem: { kind: 'too_large' } });
    let shared: unknown = 'x';
    for (let level = 0; level < 60; level += 1) shared = [shared, shared];
    expect(readJson(shared, { bytes: 10_000 })).toMatchObject({ problem: { kind: 'too_large' } });
    let made = 0;
    const endless = { toJSON: (): unknown => ({ made: (made += 1), more: { toJSON: endless.toJSON } }) };
    expect(readJson(endless)).toMatchObject({ problem: { kind: 'too_deep' } });
  });

  it('copies JSON as it is, and bounds its size', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const read = readJson(value);
        expect(read.ok && JSON.stringify(read.value)).toBe(text);
        expect(read.ok && read.mostBytes).toBeGreaterThanOrEqual(Buffer.byteLength(text));
      }),
    );
  });

  it('reads any value without throwing', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      withNullPrototype: true,
      withBoxedValues: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        const read = readJson(value);
        if (read.ok) expect(JSON.parse(JSON.stringify(read.value))).toStrictEqual(read.value);
        else expect(read.problem.kind).toBe('not_json');
      }),
      { numRuns: 500 },
    );
  });
});
