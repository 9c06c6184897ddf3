import { describe, expect, it } from 'vitest';
import { convert } from './convert.ts';

describe('convert', () => {
  it.each([
    ['2', 'integer', 2],
    ['-1.5', 'number', -1.5],
    ['true', 'boolean', true],
    ['false', 'boolean', false],
    [7, 'string', '7'],
    [true, 'string', 'true'],
    ['{"a":1}', 'object', { a: 1 }],
    ['[1,2]', 'array', [1, 2]],
    [' { "a" : { "b" : [1.5, "c\\":1"] } }', 'object', { a: { b: [1.5, 'c":1'] } }],
  ])('turns %j into a value of type %s', (value, type, expected) => {
    expect(convert(value, type)).toEqual(expected);
  });

  it.each([
    ['1.5', 'integer'],
    ['1e3', 'number'],
    ['', 'number'],
    ['9007199254740993', 'integer'],
    [2, 'boolean'],
    ['yes', 'boolean'],
    [null, 'string'],
    [{}, 'string'],
    [3.1, 'string'],
    [1e21, 'string'],
    ['[1]', 'object'],
    ['{"a":1', 'object'],
    [`"${'x'.repeat(70_000)}"`, 'array'],
    [5, 'array'],
    ['null', 'null'],
    ['Infinity', 'number'],
    ['NaN', 'number'],
    ['[12345678901234567890]', 'array'],
    ['{"id":9007199254740993}', 'object'],
    ['{"rate":0.1234567890123456789}', 'object'],
    ['{"a":1,"a":2}', 'object'],
  ])('does not guess: %j as %s', (value, type) => {
    expect(convert(value, type)).toBeUndefined();
  });
});
