import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isPolicyProblems, readPolicy } from '../reading/read-policy.ts';
import { createProject } from '../testing/create-project.ts';
import { writeInit } from './write-init.ts';

describe('writeInit', () => {
  it.each([
    ['typescript', { 'tsconfig.json': '', 'src/a.ts': '', 'lib/a.ts': '' }, ['src', 'lib']],
    ['go', { 'go.mod': 'module example.org/x', 'cmd/a.go': '', 'internal/core/a.go': '' }, ['cmd', 'core']],
    ['python', { 'requirements.txt': '', 'app/a.py': '' }, ['app']],
    ['python', { 'setup.py': '', 'shop/__init__.py': '', 'scripts/a.py': '', 'tests/__init__.py': '' }, ['shop']],
    ['javascript', { 'package.json': '{}' }, ['all']],
  ] as [string, Record<string, string>, string[]][])(
    'writes a commented policy for %s that reads back as it was meant',
    async (language, files, names) => {
      const root = createProject(files);
      expect(await writeInit({ root })).toMatchObject({ path: '.coverctl.yaml', language, defaultMinimum: 80 });
      expect(readFileSync(path.join(root, '.coverctl.yaml'), 'utf8')).toContain('# Files excluded from coverage.');
      const policy = await readPolicy({ root });
      expect(isPolicyProblems(policy) ? policy : policy.domains.map(({ name }) => name)).toEqual(names);
      expect(policy).toMatchObject({ language, defaultMinimum: 80, annotations: false, diff: { enabled: false } });
    },
  );

  it('keeps an existing policy under any of its names, unless forced', async () => {
    const root = createProject({ 'package.json': '{}', 'coverctl.yml': 'version: 1\n' });
    expect(await writeInit({ root })).toEqual({ code: 'OP_CONFIG_EXISTS', details: { path: 'coverctl.yml' } });
    expect(readFileSync(path.join(root, 'coverctl.yml'), 'utf8')).toBe('version: 1\n');
    expect(await writeInit({ root, force: true })).toMatchObject({ path: 'coverctl.yml' });
    expect(existsSync(path.join(root, '.coverctl.yaml'))).toBe(false);
  });

  it('detects nothing in a project without markers, and accepts the language from the caller', async () => {
    const root = createProject({ 'main.c': '' });
    expect(await writeInit({ root })).toMatchObject({
      code: 'OP_DETECT_FAILED',
      details: { languages: ['go', 'python', 'typescript', 'javascript'] },
    });
    expect(await writeInit({ root, language: 'cobol' })).toMatchObject({ code: 'OP_DETECT_FAILED' });
    expect(await writeInit({ root, language: 'python' })).toMatchObject({ language: 'python' });
  });

  it('writes only YAML files, and only inside the root', async () => {
    const outside = createProject();
    const root = createProject({ 'package.json': '{}' });
    symlinkSync(outside, path.join(root, 'out'));
    for (const name of ['../x.yaml', '/tmp/x.yaml', 'out/x.yaml', 'package.json', 'x.txt']) {
      expect(await writeInit({ root, path: name, force: true })).toMatchObject({ code: 'OP_INVALID_PATH' });
    }
    expect(readFileSync(path.join(root, 'package.json'), 'utf8')).toBe('{}');
    expect(existsSync(path.join(outside, 'x.yaml'))).toBe(false);
  });

  it('returns OP_FILE_WRITE_FAILED if a folder is not writable', async () => {
    const root = createProject({ 'package.json': '{}', 'file.d/x': '' });
    if (process.getuid?.() !== 0) {
      chmodSync(path.join(root, 'file.d'), 0o500);
      expect(await writeInit({ root, path: 'file.d/c.yaml' })).toMatchObject({ code: 'OP_FILE_WRITE_FAILED' });
      chmodSync(path.join(root, 'file.d'), 0o700);
    }
    // A folder that cannot be made, for root too: its name is taken by a file.
    expect(await writeInit({ root, path: 'file.d/x/c.yaml' })).toMatchObject({ code: 'OP_INVALID_PATH' });
  });

  it('quotes folder names, so that none is read as another YAML value', async () => {
    const root = createProject({
      'go.mod': 'module x',
      'internal/yes/a.go': '',
      'internal/1.5/a.go': '',
      'internal/a: b/a.go': '',
    });
    await writeInit({ root });
    const policy = await readPolicy({ root });
    expect(isPolicyProblems(policy) ? policy : policy.domains.map(({ name }) => name)).toEqual(['1.5', 'yes']);
  });
});
