import { expect, it } from 'vitest';
import { printShare } from './print-share.ts';

it.each([
  ['a.go', 7, 8, '87.5%'],
  ['a.go', 49, 400, '12.2%'],
  ['a.go', 51, 400, '12.8%'],
  ['a.go', 1, 3, '33.3%'],
  ['a.go', 2, 3, '66.7%'],
  ['a.go', 0, 0, '0.0%'],
  ['a.py', 1, 1000, '1%'],
  ['a.py', 999, 1000, '99%'],
  ['a.py', 1000, 1000, '100%'],
  ['a.py', 1, 200, '1%'],
  ['a.py', 125, 1000, '12%'],
  ['a.py', 135, 1000, '14%'],
  ['a.js', 2, 3, '66.66%'],
  ['a.ts', 1, 2, '50%'],
  ['a.js', 0, 0, '100%'],
])('prints %s with %d of %d as %s', (path, covered, total, printed) => {
  expect(printShare({ covered, total }, { paths: [path] })).toBe(printed);
});

it('prints what node --test prints if it has run', () => {
  expect(printShare({ covered: 2, total: 3 }, { paths: ['a.js'], runner: 'node-test' })).toBe('66.67%');
});
