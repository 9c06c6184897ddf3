import { expect, it } from 'vitest';
import { expandPointer } from './expand-pointer.ts';

const args = { a: { 'x/y': 1, '~': 2 }, list: [{ b: 'one' }, {}, { b: 'two' }], map: { k: 'v' }, none: null };

it.each([
  ['', [{ pointer: '', value: args }]],
  ['/a/x~1y', [{ pointer: '/a/x~1y', value: 1 }]],
  [
    '/a/*',
    [
      { pointer: '/a/x~1y', value: 1 },
      { pointer: '/a/~0', value: 2 },
    ],
  ],
  [
    '/list/*/b',
    [
      { pointer: '/list/0/b', value: 'one' },
      { pointer: '/list/2/b', value: 'two' },
    ],
  ],
  ['/list/2/b', [{ pointer: '/list/2/b', value: 'two' }]],
  ['/map/*', [{ pointer: '/map/k', value: 'v' }]],
  ['/none', [{ pointer: '/none', value: null }]],
  ['/none/x', []],
  ['/list/length', []],
  ['/toString', []],
  ['/missing/*', []],
])('finds what %s means', (pointer, spots) => {
  expect(expandPointer(pointer, args)).toEqual(spots);
});
