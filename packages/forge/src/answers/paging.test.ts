import { expect, it } from 'vitest';
import { linkOf, pageOf, readPage } from './paging.ts';

const page = (query: string) => readPage(new URL(`http://h/x?${query}`));

it('reads sensible numbers and takes the default for the rest', () => {
  expect(page('')).toMatchObject({ number: 1, size: 30, skip: 0 });
  expect(page('page=3&per_page=500')).toMatchObject({ number: 3, size: 100, skip: 200 });
  for (const query of ['page=0', 'page=-1', 'page=x', 'page=1e400', 'per_page=0.5'])
    expect(page(query)).toMatchObject({ number: 1, size: 30 });
});

it('links to the neighbouring pages', () => {
  const all = Array.from({ length: 5 }, (_, index) => index);
  expect(pageOf(page('per_page=2'), all)).toEqual({
    items: [0, 1],
    link: '<http://h/x?per_page=2&page=2>; rel="next", <http://h/x?per_page=2&page=3>; rel="last"',
  });
  expect(pageOf(page('per_page=2&page=3'), all).link).toBe(
    '<http://h/x?per_page=2&page=2>; rel="prev", <http://h/x?per_page=2&page=1>; rel="first"',
  );
  expect(pageOf(page(''), all).link).toBeUndefined();
  expect(linkOf(page('page=2'), { more: true })).toContain('rel="next"');
});
