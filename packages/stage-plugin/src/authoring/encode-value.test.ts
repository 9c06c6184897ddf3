import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeValue } from './encode-value.ts';

describe('encodeValue', () => {
  it('does not change JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const json: unknown = JSON.parse(JSON.stringify(value));
        expect(encodeValue(json, 1_000_000)).toEqual(json);
      }),
    );
  });

  it('writes the type of any other value', () => {
    const value = {
      date: new Date(0),
      never: new Date(Number.NaN),
      map: new Map([['a', 1]]),
      set: new Set([1]),
      bytes: new Uint8Array(3),
      blob: new Blob(['ab'], { type: 'text/plain' }),
      big: 5n,
      nan: Number.NaN,
      none: undefined,
    };
    expect(encodeValue(value, 10_000)).toEqual({
      date: { $type: 'date', value: '1970-01-01T00:00:00.000Z' },
      never: { $type: 'date', value: null },
      map: { $type: 'map', entries: [['a', 1]] },
      set: { $type: 'set', values: [1] },
      bytes: { $type: 'bytes', size: 3 },
      blob: { $type: 'blob', size: 2, media_type: 'text/plain' },
      big: { $type: 'bigint', value: '5' },
      nan: { $type: 'number', value: 'NaN' },
      none: { $type: 'undefined' },
    });
  });

  it('bounds long, wide and circular values', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const wide = Object.fromEntries(Array.from({ length: 1e5 }, (_, at) => [`key${at}`, 'y']));
    for (const value of [circle, 'x'.repeat(1e6), Array.from({ length: 1e5 }, () => 'abc'), wide])
      expect(JSON.stringify(encodeValue(value, 1000)).length).toBeLessThan(5000);
  });
});
