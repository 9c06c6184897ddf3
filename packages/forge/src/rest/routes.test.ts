import { expect, it } from 'vitest';
import { createMatcher } from './route.ts';
import { routes } from './routes.ts';

const match = createMatcher(routes);

it('has one row for each method and path', () => {
  const keys = routes.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(keys).size).toBe(keys.length);
});

it('reaches every row by an address of its own form', () => {
  for (const route of routes) {
    const path = route.path.replace(/\{(\w+)\*?\}/g, 'x');
    expect(match(route.method, path)?.route.path, `${route.method} ${path}`).toBe(route.path);
  }
});

it('takes slashes into names that may have them, escaped or not', () => {
  const parameter = (path: string, name: string): string | undefined => match('GET', path)?.parameters.get(name);
  expect(parameter('/repos/o/r/branches/feat/x', 'branch')).toBe('feat/x');
  expect(parameter('/repos/o/r/branches/feat%2Fx/protection', 'branch')).toBe('feat/x');
  expect(parameter('/repos/o/r/git/ref/heads/feat/x', 'ref')).toBe('heads/feat/x');
  expect(parameter('/repos/o/r/commits/feat/x/status', 'ref')).toBe('feat/x');
  expect(parameter('/repos/o/r/contents/a%20b/c%23.txt', 'path')).toBe('a b/c#.txt');
});

it('finds nothing behind broken escapes and other methods', () => {
  expect(match('GET', '/repos/o/r/contents/%E0%A4%A')).toBeUndefined();
  expect(match('PUT', '/repos/o/r')).toBeUndefined();
  expect(match('HEAD', '/repos/o/r')?.route.operation).toBe('repos/get');
});
