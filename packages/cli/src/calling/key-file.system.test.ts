import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openKeyFile } from './key-file.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'recourse-keys-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

it('locks the keys for one call at a time', async () => {
  const first = await openKeyFile('keys.json', cwd);
  await first.keys.add('pay', 'k1');
  await expect(openKeyFile('keys.json', cwd)).rejects.toThrow('in use by another call');
  await first.release();
  const second = await openKeyFile('keys.json', cwd);
  expect(await second.keys.open('pay')).toEqual(['k1']);
  await second.release();
  expect(existsSync(path.join(cwd, 'keys.json.lock'))).toBe(false);
});

it('takes over the lock of an exited process', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(path.join(cwd, 'keys.json.lock'), String(pid));
  await (await openKeyFile('keys.json', cwd)).release();
});

it('does not take over an unknown lock', async () => {
  writeFileSync(path.join(cwd, 'keys.json.lock'), 'me');
  await expect(openKeyFile('keys.json', cwd)).rejects.toMatchObject({
    code: 'FILE_IN_USE',
    hint: expect.stringContaining('remove keys.json.lock'),
  });
});

it('rejects a file with other content and leaves it unchanged', async () => {
  writeFileSync(path.join(cwd, 'keys.json'), '{}');
  await expect(openKeyFile('keys.json', cwd)).rejects.toThrow('keys.json cannot be used');
  expect(existsSync(path.join(cwd, 'keys.json.lock'))).toBe(false);
});
