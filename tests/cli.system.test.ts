import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const main = path.join('packages', 'cli', 'dist', 'main.js');

const recourse = (commandLine: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, [main, ...commandLine], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });

describe('the built command', () => {
  it('starts as a program of its own', () => {
    expect(readFileSync(path.join(root, main), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it.each<[readonly string[], number]>([
    [['--version'], 0],
    [['--help'], 0],
    [['tour'], 0],
    [['codes', '--namespace', 'github'], 0],
    [['explain', 'NOT_FOUND_RESOURCE', '--dialect', 'mcp-aql'], 0],
    [['explain', '-32005'], 0],
    [['explain', 'NO_SUCH_CODE'], 1],
    [['codes', 'diff', 'no.json', 'no.json'], 2],
    [['nonsense'], 2],
    [[], 2],
  ])('%j ends with %i and no stack', (commandLine, status) => {
    const result = recourse(commandLine);
    expect(result.status).toBe(status);
    expect(result.stderr).not.toMatch(/^\s+at /m);
    if (status === 0) expect(result.stderr).toBe('');
  });

  it('writes one JSON document to stdout, and the rest to stderr', () => {
    const codes = recourse(['codes', '--json']);
    expect(JSON.parse(codes.stdout)).toHaveProperty('codes');
    const explained = recourse(['explain', 'INTERNAL_ERROR', '--json', '--locale', 'tlh']);
    expect(JSON.parse(explained.stdout)).toHaveProperty('code', 'INTERNAL_ERROR');
    expect(explained.stderr).toContain('shown in English');
  });

  it('has no colours in a pipe', () => {
    expect(recourse(['tour'], { FORCE_COLOR: '1' }).stdout).not.toContain('\u001b');
  });

  it.skipIf(process.platform === 'win32')('does not mind a reader that has seen enough', () => {
    const script = `set -o pipefail; "${process.execPath}" ${main} codes --json | head -n 1`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: root, encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '{\n', stderr: '' });
  });
});

it.skipIf(!existsSync('/dev/full'))('says that the result cannot be written, and that the disk is full', () => {
  const script = `"${process.execPath}" ${main} codes > /dev/full`;
  const { status, stderr } = spawnSync('bash', ['-c', script], { cwd: root, encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^recourse: Cannot write the result: no space left.*\n {2}code {2}DISK_FULL\n {2}hint {2}.*\n$/,
  );
});

describe('this repository', () => {
  it('keeps what the locks of its registries promise', () => {
    const { status, stdout } = recourse(['codes', 'check']);
    expect({ status, stdout }).toMatchObject({ status: 0 });
  });

  it('has a lock for every registry', () => {
    for (const name of ['core', 'coverage', 'github', 'launch', 'stage']) {
      expect(existsSync(path.join(root, 'packages', 'contract', 'src', 'registries', name, 'codes.lock.json'))).toBe(
        true,
      );
    }
  });
});
