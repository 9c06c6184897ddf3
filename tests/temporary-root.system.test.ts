import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const setup = pathToFileURL(path.join(import.meta.dirname, 'setup', 'temporary-root.mjs')).href;

let outer: string;
beforeEach(() => {
  outer = mkdtempSync(path.join(tmpdir(), 'recourse-root-'));
});
afterEach(() => rmSync(outer, { recursive: true }));

/** Runs the setup twice, as both projects do, leaves a file behind, and ends with the status. */
const run = (status: number): string => {
  const script = `
    import { mkdtempSync } from 'node:fs';
    import os from 'node:os';
    import path from 'node:path';
    import { setup } from '${setup}';
    setup();
    setup();
    console.log(mkdtempSync(path.join(os.tmpdir(), 'left-')));
    process.exit(${status});`;
  const { RECOURSE_TESTS_TMPDIR: _, ...environment } = process.env;
  const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...environment, TMPDIR: outer, TEMP: outer, TMP: outer },
    encoding: 'utf8',
  });
  expect(ran).toMatchObject({ status, stderr: '' });
  return ran.stdout.trim();
};

it.each([0, 1, 130])('a run that ends with status %i leaves no temporary file behind', (status) => {
  const left = run(status);
  expect(path.dirname(path.dirname(left))).toBe(outer);
  expect(existsSync(left)).toBe(false);
  expect(readdirSync(outer)).toEqual([]);
});
