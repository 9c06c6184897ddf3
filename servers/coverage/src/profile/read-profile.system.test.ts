import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, open, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coverageCodes } from '@recourse/contract/registries';
import { detectFormat, profileFormats, readProfile } from './index.ts';
import { createProfileProject, readingOf } from './testing/create-project.ts';
import type { ProfileProject } from './testing/create-project.ts';

const makePipe = 'mkfifo';
const lcov = 'SF:a.ts\nDA:1,1\nend_of_record\n';

let project: ProfileProject;
beforeAll(async () => {
  project = await createProfileProject(['a.ts']);
});
afterAll(() => project.remove());

it('returns the origin of the coverage', async () => {
  const reading = readingOf(await project.read('coverage/lcov.info', lcov));
  expect(reading.source).toEqual({
    path: 'coverage/lcov.info',
    bytes: lcov.length,
    modifiedAt: (await stat(path.join(project.root, 'coverage/lcov.info'))).mtime,
    digest: `sha256:${createHash('sha256').update(lcov).digest('hex')}`,
  });
});

it('makes the digest of all bytes of a file of many chunks', async () => {
  const long = lcov.repeat(50_000);
  const reading = readingOf(await project.read('lcov.info', long));
  expect(reading.source).toMatchObject({
    bytes: long.length,
    digest: `sha256:${createHash('sha256').update(long).digest('hex')}`,
  });
});

it('reads from a given handle', async () => {
  await project.write('lcov.info', lcov);
  const file = { relative: 'lcov.info', open: () => open(path.join(project.root, 'lcov.info')) };
  expect(readingOf(await readProfile(file, { root: project.root })).files.size).toBe(1);
});

it('reads a file by its whole path, and by a link that stays inside', async () => {
  await project.write('lcov.info', lcov);
  await symlink('lcov.info', path.join(project.root, 'inner.info'));
  for (const name of [path.join(project.root, 'lcov.info'), 'inner.info']) {
    expect(readingOf(await readProfile(name, { root: project.root })).source.path).toBe('lcov.info');
  }
});

it('stops when it is cancelled', async () => {
  await project.write('lcov.info', lcov);
  const reason = new Error('enough');
  const reading = readProfile('lcov.info', { root: project.root, signal: AbortSignal.abort(reason) });
  await expect(reading).rejects.toBe(reason);
});

it('lists existing profiles if the requested one is missing', async () => {
  await project.write('coverage/lcov.info', lcov);
  expect(await readProfile('coverage/other.info', { root: project.root })).toMatchObject({
    code: 'OP_PROFILE_MISSING',
    details: { path: 'coverage/other.info', found: expect.arrayContaining(['coverage/lcov.info']) },
  });
});

describe('refuses', () => {
  const refusal = async (name: string, content: string | Uint8Array, options = {}) => {
    const result = await project.read(name, content, options);
    if (!('code' in result) || result.code !== 'OP_PROFILE_INVALID') throw new Error('it is not refused');
    return result.details;
  };

  it('a file in another format than configured', async () => {
    expect(await refusal('lcov.info', lcov, { format: 'cobertura' })).toMatchObject({
      reason: 'it is lcov, not cobertura',
    });
  });

  it('a file of no known format, and lists the known ones', async () => {
    expect(await refusal('notes.txt', 'hello')).toEqual({
      path: 'notes.txt',
      reason: 'its format is unknown',
      supported_formats: [...profileFormats],
    });
  });

  it('a compressed file, or one that is not UTF-8', async () => {
    expect(await refusal('lcov.info', gzipSync(lcov))).toMatchObject({ reason: expect.stringMatching('gzip') });
    expect(await refusal('lcov.info', Buffer.from(`\uFEFF${lcov}`, 'utf16le'))).toMatchObject({
      reason: 'it is UTF-16, not UTF-8',
    });
    expect(await refusal('lcov.info', Buffer.alloc(1000))).toMatchObject({
      reason: 'this line is not an LCOV record',
      line: 1,
    });
  });

  it('a file that is larger than the limit', async () => {
    expect(await refusal('lcov.info', lcov, { limits: { bytes: 10 } })).toMatchObject({
      reason: 'it is larger than 10 bytes',
    });
  });

  it('more lines, records or branches than the limit', async () => {
    expect(await refusal('lcov.info', lcov.repeat(5), { limits: { lines: 4 } })).toMatchObject({
      reason: 'it lists more than 4 source lines',
      line: 14,
    });
    expect(await refusal('lcov.info', lcov.repeat(5), { limits: { records: 4 } })).toMatchObject({
      reason: 'it has more than 4 file records',
      line: 13,
    });
    const branches = 'SF:a.ts\nBRDA:1,0,0,1\nBRDA:1,0,1,1\nend_of_record\n';
    expect(await refusal('lcov.info', branches, { limits: { branches: 1 } })).toMatchObject({
      reason: 'it has more than 1 branches',
      line: 3,
    });
  });
});

describe('does not read', () => {
  const reasonOf = async (file: string) => {
    const result = await readProfile(file, { root: project.root });
    return 'code' in result && result.code === 'OP_PROFILE_INVALID' ? result.details.reason : result;
  };

  it('a file outside the root, by any route', async () => {
    const outside = path.join(path.dirname(project.root), 'outside.info');
    await writeFile(outside, lcov);
    await symlink(outside, path.join(project.root, 'link.info'));
    expect(await reasonOf(outside)).toBe('it is outside the root');
    expect(await reasonOf('../outside.info')).toBe('it is outside the root');
    expect(await reasonOf('link.info')).toBe('a link in the path leads outside the root');
  });

  it('a folder, or a pipe at which it would wait', async () => {
    await mkdir(path.join(project.root, 'folder.info'));
    execFileSync(makePipe, [path.join(project.root, 'pipe.info')]);
    expect(await reasonOf('folder.info')).toBe('it is a folder, not a file');
    expect(await reasonOf('pipe.info')).toBe('it is neither a file nor a folder');
  });
});

it('has problems whose details are those of their codes', async () => {
  for (const [name, content] of [
    ['x.bin', 'x'],
    ['lcov.info', 'SF:a\nDA:x'],
  ] as const) {
    const result = await project.read(name, content);
    if (!('code' in result)) throw new Error('it was read');
    expect(coverageCodes.definitions[result.code].details().strict().parse(result.details)).toEqual(result.details);
  }
});

it.each([
  ['mode: set\n', 'x', 'go'],
  ['TN:\nSF:a', 'x', 'lcov'],
  ['# made by hand\nSF:a', 'x', 'lcov'],
  ['{"a":1}', 'x', 'istanbul'],
  ['<?xml version="1.0"?>\n<!DOCTYPE coverage SYSTEM "x">\n<!-- c --><coverage line-rate="1">', 'x', 'cobertura'],
  ['<coverage generated="1" clover="3.2.0">', 'x', 'clover'],
  ['<coverage generated="1">\n <project timestamp="1">', 'x', 'clover'],
  ['<report name="x">', 'x', 'jacoco'],
  ['<coverage>', 'jacoco.xml', 'cobertura'],
  ['', 'lcov.info', 'lcov'],
  ['', 'coverage.out', 'go'],
  ['', 'coverage-final.json', 'istanbul'],
  ['', 'build/jacocoTestReport.xml', 'jacoco'],
  ['', 'clover.xml', 'clover'],
  ['', 'coverage.xml', 'cobertura'],
  ['hello', 'x.txt', undefined],
])('takes %j in %s for %s', (text, name, format) => {
  expect(detectFormat(Buffer.from(text), name)).toBe(format);
});
