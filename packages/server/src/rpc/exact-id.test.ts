import { expect, it } from 'vitest';
import { exactId } from './exact-id.ts';

it.each([
  ['{"id":9007199254740993}', 9007199254740993n],
  ['{"id": -9007199254740993 ,"method":"x"}', -9007199254740993n],
  ['{"params":{"id":1},"id":9007199254740993}', 9007199254740993n],
  ['{"a":"\\"id\\":1","id":9007199254740993}', 9007199254740993n],
  ['{"id":7,"id":9007199254740993}', 9007199254740993n],
  ['{"id":9007199254740993,"id":-2.1e+174}', undefined],
  ['{"\\u0069d":9007199254740993}', 9007199254740993n],
])('reads the id of %s as JSON.parse would, without rounding', (text, id) => {
  expect(exactId(text)).toBe(id);
});
