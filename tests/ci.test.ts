import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import config from '../vitest.config.ts';
import { countsIn, statusOf } from '../scripts/ci/run-step.mjs';
import { stages } from '../scripts/ci/steps.mjs';

const root = path.resolve(import.meta.dirname, '..');
const commands = stages.flatMap(({ steps }) => steps.map(({ command }) => command.join(' ')));

it('adds up the closing lines of every suite, and nothing that only resembles one', () => {
  const output = 'x 1 passed, 0 failed\n\n12 passed, 0 failed\n3 passed, 1 failed, 2 skipped\n3 passed, 1 failed!\n';
  expect(countsIn(output)).toEqual({ passed: 15, failed: 1, skipped: 2 });
});

it('fails a step that counted a failed test, whatever status its process ended with', () => {
  expect(statusOf(0, countsIn('3 passed, 1 failed'))).toBe(1);
  expect(statusOf(0, countsIn('3 passed, 0 failed'))).toBe(0);
  expect(statusOf(2, countsIn('3 passed, 0 failed'))).toBe(2);
});

it('checks formatting, lint, types and unused code before it runs npm test', () => {
  const position = (words: string): number =>
    stages.findIndex(({ steps }) => steps.some(({ command }) => command.join(' ').includes(words)));
  for (const words of ['scripts/prepare.mjs', 'format:check', 'lint', 'unused']) {
    expect(position(words)).toBeGreaterThanOrEqual(0);
    expect(position(words)).toBeLessThan(position('npm test'));
  }
});

it('names only scripts and folders that exist', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object };
  const named = commands.flatMap((command) => /run --silent (\S+)/u.exec(command)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  const folders = commands.flatMap((command) =>
    [...command.matchAll(/(?:--install|interop\.mjs) (\S+)/gu)].map(([, at]) => at),
  );
  expect(folders.length).toBeGreaterThan(0);
  expect(folders.filter((folder) => !existsSync(path.join(root, folder ?? '', 'package-lock.json')))).toEqual([]);
});

it('keeps the large counts of --mode full for projects, which evaluate the configuration again', () => {
  const before = process.env['RECOURSE_TESTS'];
  const evaluate = config as (given: { readonly mode: string }) => { readonly test?: { readonly env?: object } };
  try {
    evaluate({ mode: 'full' });
    expect(evaluate({ mode: 'test' }).test?.env).toBeUndefined();
    expect(process.env['RECOURSE_TESTS']).toBe('full');
  } finally {
    if (before === undefined) delete process.env['RECOURSE_TESTS'];
    else process.env['RECOURSE_TESTS'] = before;
  }
});
