import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFolder, privateFolder } from './create-folder.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'recourse-folders-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const rightsOf = (place: string): number => statSync(place).mode & 0o777;

it('creates a folder and those above it with the rights that are given', () => {
  const folder = path.join(root, 'a', 'b', 'c');
  createFolder(folder, privateFolder);
  createFolder(folder, privateFolder);
  expect([folder, path.dirname(folder)].map(rightsOf)).toEqual([0o700, 0o700]);
});

it('creates a folder with the rights of the process if none are given', () => {
  const folder = path.join(root, 'open');
  createFolder(folder);
  expect(rightsOf(folder)).toBe(0o777 & ~process.umask());
});

it('fails where a file is in the way', () => {
  const file = path.join(root, 'file');
  writeFileSync(file, '');
  expect(() => createFolder(file)).toThrow(/EEXIST/);
  expect(() => createFolder(path.join(file, 'below'))).toThrow(/ENOTDIR/);
});

it.runIf(process.platform === 'linux')('fails below a folder that takes no others', () => {
  expect(() => createFolder('/proc/recourse/state')).toThrow(/ENOENT/);
});
