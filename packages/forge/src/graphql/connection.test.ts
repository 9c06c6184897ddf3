import { describe, expect, it } from 'vitest';
import { connect, type Connection, type PageArguments } from './connection.ts';

const all = Array.from({ length: 10 }, (_, index) => index);

describe('a connection', () => {
  it('is read forward page by page', () => {
    const seen: number[] = [];
    for (let after: string | null = null, more = true; more;) {
      const page: Connection<number> = connect(all, { first: 4, after });
      seen.push(...page.nodes());
      ({ endCursor: after, hasNextPage: more } = page.pageInfo());
    }
    expect(seen).toEqual(all);
  });

  it('gives its end for `last`, and what is before a cursor', () => {
    expect(connect(all, { last: 3 }).nodes()).toEqual([7, 8, 9]);
    const cursor = connect(all, { first: 6 }).pageInfo().endCursor;
    expect(connect(all, { last: 2, before: cursor }).nodes()).toEqual([3, 4]);
    expect(connect(all, { first: 2, last: 1 }).nodes()).toEqual([1]);
  });

  it('is counted without reading a page', () => {
    const page = connect(all, {});
    expect(page.totalCount).toBe(10);
    expect(() => page.nodes()).toThrow(/You must provide a `first` or `last` value/);
  });

  it.each<[PageArguments, RegExp]>([
    [{ first: 101 }, /`first` must be between 0 and 100, got 101/],
    [{ last: -1 }, /`last` must be between 0 and 100, got -1/],
    [{ first: 1, after: 'nonsense' }, /does not appear to be a valid cursor/],
    [{ first: 1, before: Buffer.from('cursor:1e9').toString('base64') }, /does not appear to be a valid cursor/],
  ])('refuses %j', (page, message) => {
    expect(() => connect(all, page).nodes()).toThrow(message);
  });

  it('is empty after its end', () => {
    const after = Buffer.from('cursor:99').toString('base64');
    expect(connect(all, { first: 5, after }).nodes()).toEqual([]);
  });
});
