import { readFile, readdir } from 'node:fs/promises';
import { repetitions } from '@recourse/testkit/repetitions';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countBranches, countLines, profileFormats } from './index.ts';
import type { ProfileProblem, ProfileReading } from './index.ts';
import { coverage, writeLcov } from './testing/arbitraries.ts';
import { createProfileProject, readingOf } from './testing/create-project.ts';
import type { ProfileProject } from './testing/create-project.ts';

const profiles = new URL('testing/profiles/', import.meta.url);

let project: ProfileProject;
let real: readonly Buffer[];
beforeAll(async () => {
  project = await createProfileProject(['src/shop.js', 'src/main/java/com/example/shop/Price.java']);
  await project.write('go.mod', 'module example.com/shop\n');
  const names = await readdir(profiles);
  real = await Promise.all(names.map((name) => readFile(new URL(name, profiles))));
  expect(real.length).toBeGreaterThan(15);
});
afterAll(() => project.remove());

/** Expects that a profile is either refused with a reason, or read as coverage that is possible. */
const expectSane = (result: ProfileReading | ProfileProblem): void => {
  if ('code' in result) {
    expect(result).toMatchObject({ code: 'OP_PROFILE_INVALID', details: { reason: expect.stringMatching(/./) } });
    return;
  }
  for (const [path, file] of result.files) {
    expect(path).toBe(file.path);
    expect(path).not.toMatch(/^\/|^[A-Za-z]:[\\/]|\\|\0|(?:^|\/)\.{0,2}(?:\/|$)/);
    expect(file.hits).toHaveLength(file.lines.length);
    for (const [index, line] of file.lines.entries()) expect(line).toBeGreaterThan(file.lines[index - 1] ?? 0);
    for (const hits of [...file.hits, ...file.branches.map(({ taken }) => taken)]) {
      expect(Number.isSafeInteger(hits) && hits >= 0).toBe(true);
    }
    for (const { covered, total } of [countLines(file), countBranches(file)])
      expect(covered).toBeLessThanOrEqual(total);
  }
};

it('reads from LCOV what was written as LCOV', async () => {
  await fc.assert(
    fc.asyncProperty(coverage, async (written) => {
      const reading = readingOf(await project.read('lcov.info', writeLcov(written)));
      expect(reading.files).toEqual(written.files);
      expect(reading.warnings.filter(({ kind }) => kind !== 'source_missing')).toEqual([]);
    }),
  );
});

describe('no profile makes the reader throw or return an impossible result', () => {
  it.each(profileFormats)('random bytes as %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expectSane(await project.read('profile', bytes, { format }));
      }),
    );
  });

  /** Fragments that have a meaning for at least one reader. */
  const hostile = fc.constantFrom(
    '\0',
    '\n',
    ',',
    ':',
    '-',
    '"',
    '<',
    '>',
    '&x;',
    '{',
    '}',
    '[',
    ']',
    '\\',
    '../',
    '/',
    'C:\\',
    '%2e',
    '99999999999999999999',
    'SF:/etc/passwd\n',
    'DA:',
    'end_of_record\n',
    'mode: set\n',
    '</class>',
    '<class filename="../x">',
    '<!DOCTYPE a [',
    '\u{202e}',
  );
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat(40),
    insert: fc.oneof(
      hostile.map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 4 }),
      fc.constant(Buffer.alloc(0)),
    ),
  });

  it('real profiles with pieces cut out and put in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), fc.array(edit, { minLength: 1, maxLength: 4 }), async (index, edits) => {
        let bytes: Uint8Array = real[index % real.length] ?? Buffer.alloc(0);
        for (const { at, remove, insert } of edits) {
          const place = Math.floor(at * bytes.length);
          bytes = Buffer.concat([bytes.subarray(0, place), insert, bytes.subarray(place + remove)]);
        }
        expectSane(await project.read('profile', bytes));
      }),
      { numRuns: repetitions({ atLeast: 200, full: 2000 }) },
    );
  });

  it('truncated real profiles are refused, or end where a file ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), fc.double({ min: 0, max: 1, noNaN: true }), async (index, part) => {
        const bytes = real[index % real.length] ?? Buffer.alloc(0);
        expectSane(await project.read('profile', bytes.subarray(0, Math.floor(bytes.length * part))));
      }),
      { numRuns: repetitions({ atLeast: 100, full: 1000 }) },
    );
  });
});
