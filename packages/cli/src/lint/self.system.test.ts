import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coreCodes } from '@recourse/contract';
import { lint } from './lint.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

const sourceFolders = ['packages', 'servers'].flatMap((folder) => {
  const directory = join(repository, folder);
  const parts = existsSync(directory) ? readdirSync(directory) : [];
  return parts.map((part) => `${folder}/${part}/src`).filter((path) => existsSync(join(repository, path)));
});

describe('this repository', () => {
  it('declares what it produces and produces what it declares', async () => {
    const { files, codes, findings } = await lint(sourceFolders, { cwd: repository });
    expect(findings).toEqual([]);
    expect(sourceFolders).toContain('packages/contract/src');
    expect(files).toBeGreaterThan(50);
    expect(codes.declared).toBeGreaterThan(Object.keys(coreCodes.definitions).length);
    expect(codes.produced).toBeGreaterThan(0);
  });

  it('applies the same rules to its examples', async () => {
    const { files, codes, findings } = await lint(['examples'], { cwd: repository });
    expect(findings).toEqual([]);
    expect(files).toBeGreaterThan(0);
    expect(codes.produced).toBeGreaterThan(0);
  });
});
