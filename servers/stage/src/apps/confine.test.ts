import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StageError } from '../failing.ts';
import { confine } from './confine.ts';

let base: string;
let root: string;

beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'stage-confine-'));
  root = path.join(base, 'root');
  await mkdir(path.join(root, 'app'), { recursive: true });
  await mkdir(path.join(base, 'root-of-another'));
  await writeFile(path.join(base, 'secret'), '');
  await writeFile(path.join(base, 'root-of-another', 'file'), '');
  await writeFile(path.join(root, '..hidden'), '');
  await symlink(path.join(base, 'secret'), path.join(root, 'link'));
  await symlink(base, path.join(root, 'up'));
  await symlink(path.join(root, 'app'), path.join(base, 'into'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

const codeOf = async (file: string): Promise<string> => {
  try {
    return await confine(file, 'main', [root]);
  } catch (error) {
    if (error instanceof StageError) return error.failure.code;
    throw error;
  }
};

describe('a path of a call', () => {
  it.each([
    ['the root itself', '', ''],
    ['a folder in the root', 'app', 'app'],
    ['a name that begins with two dots', '..hidden', '..hidden'],
    ['a way out and back', 'app/../app', 'app'],
    ['a link from outside into the root', '../into', 'app'],
  ])('may be %s', async (_, given, real) => {
    expect(await codeOf(path.join(root, given))).toBe(path.join(root, real));
  });

  it.each([
    ['a link to a file outside', 'link'],
    ['a path through a link to a folder outside', 'up/secret'],
    ['a path that leaves the root', '../secret'],
    ['a folder whose name begins like the root', '../root-of-another/file'],
  ])('is refused if it is %s', async (_, given) => {
    expect(await codeOf(`${root}/${given}`)).toBe('BAD_ARGUMENT');
  });

  it('is refused if it is relative or does not exist', async () => {
    expect(await codeOf('app')).toBe('ABSOLUTE_PATH_REQUIRED');
    expect(await codeOf(path.join(root, 'nothing'))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(`${root}/app\0`)).toBe('FILE_NOT_FOUND');
  });
});
