import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryState } from './repository-state.ts';
import { createRepository } from './testing/create-repository.ts';
import type { TestRepository } from './testing/create-repository.ts';

const files = {
  'src/a.js': 'one\n',
  'src/b.js': 'two\n',
  'src/größe [id].js': 'three\n',
  'run.sh': '#!/bin/sh\n',
  '.gitattributes': '*.txt text eol=crlf\n',
  'crlf.txt': 'one\r\ntwo\r\n',
  'empty.js': '',
};

const create = (...options: readonly string[]): TestRepository => {
  const repository = createRepository(...options);
  for (const [name, text] of Object.entries(files)) repository.write(name, text);
  chmodSync(path.join(repository.root, 'run.sh'), 0o755);
  symlinkSync('a.js', path.join(repository.root, 'src/link.js'));
  repository.commit();
  return repository;
};

const isDirty = async ({ root }: TestRepository): Promise<boolean | undefined> => (await repositoryState(root))?.dirty;

describe('a working tree', () => {
  it.each([['--object-format=sha1'], ['--object-format=sha256']])(
    'is clean as git checked it out, with links, modes and converted line ends (%s)',
    async (format) => {
      const repository = create(format);
      expect(repository.git('status', '--porcelain')).toBe('');
      expect(await isDirty(repository)).toBe(false);
    },
  );

  it('is clean if more files have converted line endings than are passed to git', async () => {
    const repository = createRepository();
    repository.write('.gitattributes', '*.txt text eol=crlf\n');
    for (let index = 0; index < 101; index += 1) repository.write(`many/${index}.txt`, 'one\r\n');
    repository.commit();
    expect(await isDirty(repository)).toBe(false);
    repository.write('many/100.txt', 'One\r\n');
    expect(await isDirty(repository)).toBe(true);
  });

  it.each<[string, (repository: TestRepository, inside: (name: string) => string) => void]>([
    ['has other bytes of the same length', ({ write }) => write('src/a.js', 'onE\n')],
    ['was cut', ({ write }) => write('src/größe [id].js', '')],
    ['has more than whitespace in an empty file', ({ write }) => write('empty.js', '\n')],
    ['is gone', (_, inside) => rmSync(inside('src/b.js'))],
    ['is no longer executable', (_, inside) => chmodSync(inside('run.sh'), 0o644)],
    ['became executable', (_, inside) => chmodSync(inside('src/a.js'), 0o755)],
    [
      'became a link to an equal file',
      (_, inside) => {
        rmSync(inside('src/b.js'));
        symlinkSync('a.js', inside('src/b.js'));
      },
    ],
    [
      'is a link to another file',
      (_, inside) => {
        rmSync(inside('src/link.js'));
        symlinkSync('b.js', inside('src/link.js'));
      },
    ],
    [
      'lies in a folder that became a link',
      (_, inside) => {
        renameSync(inside('src'), inside('.git/src'));
        symlinkSync('.git/src', inside('src'));
      },
    ],
    [
      'became a folder',
      (_, inside) => {
        rmSync(inside('src/b.js'));
        mkdirSync(inside('src/b.js'));
      },
    ],
    [
      'has changed behind an index that says otherwise',
      (repository) => {
        repository.git('update-index', '--assume-unchanged', 'src/a.js');
        repository.write('src/a.js', 'onE\n');
      },
    ],
  ])('is dirty if a file %s', async (_, change) => {
    const repository = create();
    change(repository, (name) => path.join(repository.root, name));
    expect(await isDirty(repository)).toBe(true);
  });

  it('is clean despite submodule folders, whose commits are not compared', async () => {
    const repository = create();
    const other = create();
    repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.root, 'inner');
    repository.commit();
    other.write('src/a.js', 'changed\n');
    expect(await isDirty(repository)).toBe(false);
  });
});
