import { expect } from 'vitest';
import type { ArrivedRequest } from '../../../test/fault.ts';
import type { AdapterOperation, Parameter } from '../../adapter/adapter.ts';

/** The characters of a valid target: unreserved ones, percent-encoded ones, and our separators. */
const encoded = /^(?:[A-Za-z0-9\-._~,]|%[0-9A-F]{2})*$/;

/**
 * A request that arrived at `/base/v1` is that of its operation: every part encoded, nothing that is not declared.
 * `paging` is what pages are asked for with.
 */
export const expectClean = (
  { target, method, headers, body }: ArrivedRequest,
  called: AdapterOperation,
  paging: readonly string[] = [],
): void => {
  const [path = '', query, ...more] = target.split('?');
  expect(more).toEqual([]);
  expect(method).toBe(called.method);
  const declaredIn = (place: Parameter['in']) => called.parameters.filter((each) => each.in === place);

  const segments = path.split('/');
  const places = called.path.split('/').length;
  expect(segments.slice(0, 4)).toEqual(['', 'base', 'v1', 'start']);
  expect(segments).toHaveLength(places + 2);
  for (const segment of segments) {
    expect(segment).toMatch(encoded);
    expect(['.', '..']).not.toContain(decodeURIComponent(segment));
  }

  const known = new Set([...declaredIn('query').map(({ wireName }) => wireName), ...paging]);
  for (const pair of query?.split('&') ?? []) {
    const [key = '', content = '', ...rest] = pair.split('=');
    expect(rest).toEqual([]);
    expect(known).toContain(key);
    expect(content).toMatch(encoded);
  }

  const ours = Object.keys(headers).filter((header) => /^w-|stranger|evil/i.test(header));
  expect(declaredIn('header').map(({ wireName }) => wireName)).toEqual(expect.arrayContaining(ours));
  const members = body.length === 0 ? [] : Object.keys(JSON.parse(String(body)) as object);
  expect(declaredIn('body').map(({ wireName }) => wireName)).toEqual(expect.arrayContaining(members));
};
