import { describe, expect, it } from 'vitest';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

const { out: listing } = await runWithFakeIo(['codes', '--json']);

interface Row {
  code: string;
  http: number | null;
  reserved: boolean;
}

/** The listing with every code in use, so that all of them bind, after a change. */
const listingWith = (change: (codes: Row[]) => Row[]): string => {
  const { codes }: { codes: Row[] } = JSON.parse(listing);
  for (const code of codes) code.reserved = false;
  return JSON.stringify({ codes: change(codes) });
};

const diff = (before: string, after: string, ...more: readonly string[]) =>
  runWithFakeIo(['codes', 'diff', 'before.json', 'after.json', ...more], {
    cwd: writeFolder({ 'before.json': before, 'after.json': after }),
  });

const whole = listingWith((codes) => codes);
const without = listingWith((codes) => codes.filter(({ code }) => code !== 'PR_NOT_MERGEABLE'));

describe('recourse codes diff', () => {
  it('finds nothing between a listing and itself', async () => {
    expect(await diff(whole, whole)).toEqual({ exit: 0, out: 'No difference that callers could notice.', err: '' });
  });

  it('ends with 1 on a break, named with its namespace', async () => {
    expect(await diff(whole, without)).toEqual({ exit: 1, out: 'break  github:PR_NOT_MERGEABLE was removed', err: '' });
  });

  it('ends with 0 on an addition', async () => {
    expect(await diff(without, whole)).toEqual({ exit: 0, out: 'new    github:PR_NOT_MERGEABLE is new', err: '' });
  });

  it('answers in one JSON document', async () => {
    const changed = listingWith((codes) =>
      codes.map((row) => (row.code === 'INTERNAL_ERROR' ? { ...row, http: 501 } : row)),
    );
    const { exit, out } = await diff(whole, changed, '--json');
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      findings: [{ severity: 'break', change: 'http-changed', code: 'INTERNAL_ERROR', before: 500, after: 501 }],
    });
  });

  it.each([
    ['{', 'before.json is not valid JSON: '],
    ['[]', 'before.json is not a listing of codes: '],
    ['{"codes":[{"code":"A"}]}', 'before.json is not a listing of codes at codes.0.namespace: '],
  ])('ends with 2 when a file holds %j', async (text, message) => {
    const { exit, out, err } = await diff(text, whole);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain(message);
  });

  it('ends with 2 when a file is missing, or a folder', async () => {
    expect(await runWithFakeIo(['codes', 'diff', 'no.json', 'no.json'])).toMatchObject({
      exit: 2,
      err: 'recourse: Cannot read no.json: there is no such file',
    });
    expect(await runWithFakeIo(['codes', 'diff', '.', '.'])).toMatchObject({
      exit: 2,
      err: 'recourse: Cannot read .: it is a directory',
    });
  });

  it.each([[[]], [['a.json']], [['a.json', 'b.json', 'c.json']]])(
    'ends with 2 for other than two files: %j',
    async (files) => {
      expect(await runWithFakeIo(['codes', 'diff', ...files])).toMatchObject({
        exit: 2,
        err: expect.stringContaining(`Two listings are compared; ${files.length} were given.`),
      });
    },
  );
});
