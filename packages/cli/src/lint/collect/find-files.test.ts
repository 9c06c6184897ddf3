import { chmod, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint } from '../lint.ts';
import { withSources } from '../testing/lint-sources.ts';
import type { Sources } from '../testing/lint-sources.ts';
import { findFiles } from './find-files.ts';

const namesIn = async (root: string): Promise<readonly string[]> => {
  const names: string[] = [];
  for await (const { path, problem } of findFiles(root)) names.push(`${relative(root, path)}${problem ? ' !' : ''}`);
  return names;
};
const found = (sources: Sources): Promise<readonly string[]> => withSources(sources, namesIn);
const files = (...paths: readonly string[]): Sources => Object.fromEntries(paths.map((path) => [path, '']));

describe('findFiles', () => {
  it('finds every kind of source in a fixed order', async () => {
    expect(await found(files('b/z.ts', 'b/a.mts', 'a/x.cjs', 'c.jsx', 'a.ts', 'Z.tsx', 'readme.md', 'a.json'))).toEqual(
      ['Z.tsx', 'a.ts', 'c.jsx', 'a/x.cjs', 'b/a.mts', 'b/z.ts'],
    );
  });

  it('omits tests, declarations and generated files', async () => {
    const paths = [
      'a.test.ts',
      'a.d.ts',
      'a.d.mts',
      'node_modules/a/a.js',
      'dist/a.js',
      '.git/a.js',
      '.cache/a.ts',
      'test/a.ts',
    ];
    expect(await found(files('a.ts', 'package.json', 'build/a.js', 'coverage/a.js', ...paths))).toEqual(['a.ts']);
  });

  it('reads folders named build and coverage that are not the output of a package', async () => {
    expect(await found(files('src/coverage/codes.ts', 'src/build/codes.ts'))).toEqual([
      'src/build/codes.ts',
      'src/coverage/codes.ts',
    ]);
  });

  it('omits folders listed in a .gitignore', async () => {
    const sources = {
      ...files('out/a.ts', 'src/out/a.ts', 'top/a.ts', 'src/top/a.ts', 'kept/a.ts', 'src/a.ts', 'src/more/b.ts'),
      '.gitignore': '# built\nout/\n/top\nkept\n!kept\n*.log\nsrc/more\n',
    };
    expect(await found(sources)).toEqual(['kept/a.ts', 'src/a.ts', 'src/more/b.ts', 'src/top/a.ts']);
  });

  it('follows the .gitignore of the enclosing repository', async () => {
    const sources = { ...files('.git/HEAD', 'src/out/a.ts', 'src/a.ts'), '.gitignore': 'out\n' };
    await withSources(sources, async (directory) => {
      expect(await namesIn(join(directory, 'src'))).toEqual(['a.ts']);
      expect(await namesIn(join(directory, 'src/out'))).toEqual(['a.ts']);
    });
  });

  it('does not follow links, so loops are harmless', async () => {
    await withSources(files('src/a.ts', 'other/b.ts'), async (directory) => {
      await symlink(join(directory, 'src'), join(directory, 'src/loop'));
      await symlink(join(directory, 'other'), join(directory, 'src/other'));
      await symlink(join(directory, 'other/b.ts'), join(directory, 'src/b.ts'));
      await symlink(join(directory, 'nowhere'), join(directory, 'src/c.ts'));
      expect(await namesIn(join(directory, 'src'))).toEqual(['a.ts']);
      expect(await namesIn(join(directory, 'src/loop'))).toEqual(['a.ts']);
    });
  });

  it('reads each file once, even if its directory is given several times', async () => {
    await withSources({ 'src/a.ts': `fail('NOPE_A');`, 'src/b/c.ts': '' }, async (cwd) => {
      const report = await lint(['src', '.', 'src/b', join(cwd, 'src')], { cwd });
      expect(report.files).toBe(2);
      expect(report.findings).toHaveLength(1);
    });
  });

  it.skipIf(process.getuid?.() === 0)(
    'reports what it may not open (skipped for root, who may open everything)',
    async () => {
      await withSources(files('a.ts', 'locked/b.ts', 'c.ts'), async (cwd) => {
        await chmod(join(cwd, 'locked'), 0);
        await chmod(join(cwd, 'c.ts'), 0);
        const { findings } = await lint(['.'], { cwd });
        await chmod(join(cwd, 'locked'), 0o700);
        expect(findings.map(({ rule, file }) => `${rule} ${file}`)).toEqual(['parse-error c.ts', 'parse-error locked']);
      });
    },
  );
});
