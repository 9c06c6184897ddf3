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
  ])('does not guess: %j as %s', (value, type) => {
    expect(convert(value, type)).toBeUndefined();
  });
});
