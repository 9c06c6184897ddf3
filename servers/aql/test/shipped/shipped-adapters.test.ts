import { createMatcher, routes } from '@recourse/forge';
import { describe, expect, it } from 'vitest';
import { readShipped, shippedText } from './serve-shipped.ts';

describe.each(['forge', 'json-server', 'github'])('the adapter %s', (name) => {
  it('has no problem, not even a warning', () => {
    expect(readShipped(name).problems).toEqual([]);
  });

  it('gives examples of operations that it has, with parameters that they take', () => {
    const shared = ['fields', 'first', 'after', 'last', 'before', 'input'];
    for (const { name: operation, parameters, examples } of readShipped(name).adapter.operations) {
      for (const { request } of examples) {
        const known = [...parameters.map((parameter) => parameter.name), ...shared];
        const given = Object.keys(request['params'] as object);
        expect(known, operation).toEqual(expect.arrayContaining(given));
        const needed = parameters.filter(({ required }) => required).map((parameter) => parameter.name);
        expect(given, operation).toEqual(expect.arrayContaining(needed));
      }
    }
  });
});

it('every operation of the forge adapter is a route of the forge', () => {
  const match = createMatcher(routes);
  for (const { name, method, path } of readShipped('forge').adapter.operations) {
    expect(match(method, path.replaceAll(/\{[^{}]+\}/g, 'x'))?.route.method, name).toBe(method);
  }
});

it('create_user takes exactly what the contract shows', () => {
  const createUser = readShipped('json-server').adapter.operations.find(({ name }) => name === 'create_user');
  expect(createUser?.parameters.map(({ name }) => name)).toEqual(['user_name', 'password', 'email']);
});

it('the adapter of GitHub names its source and licence, and claims to be generated', () => {
  const { adapter } = readShipped('github');
  expect(adapter.trustClaim).toBe('generated');
  expect(adapter.operations.length).toBeGreaterThan(300);
  expect(shippedText('github')).toMatch(/npm package @octokit\/openapi, version \d+\.\d+\.\d+, MIT licence/);
});
