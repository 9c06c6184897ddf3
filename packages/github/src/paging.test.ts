import { expect, it } from 'vitest';
import { nextPageOf } from './paging.ts';

it.each([
  [undefined, undefined],
  ['', undefined],
  ['<https://h/x?page=3>; rel="next", <https://h/x?page=9>; rel="last"', 3],
  ['<https://h/x?page=1>; rel="prev first", <https://h/x?a=1,2&page=3>; rel="next"', 3],
  ['<https://h/x?page=1>; rel="prev"', undefined],
  ['<https://h/x?page=-1>; rel="next"', undefined],
  ['<not an address>; rel="next"', undefined],
  ['nonsense', undefined],
])('reads %j as page %s', (link, page) => {
  expect(nextPageOf(link)).toBe(page);
});
