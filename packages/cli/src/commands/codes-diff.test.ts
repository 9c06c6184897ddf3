import { describe, expect, it } from 'vitest';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

const { out: listing } = await runWithFakeIo(['codes', '--json']);

interface Row {
  code: string;
  http: number | null;
  reserved: boolean;
  jsonrpc?: number | null;
  message?: readonly string[];
  hint?: readonly string[];
}

const detailsWith = (state: object) => ({ type: 'object', properties: { state: { type: 'string', ...state } } });

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
    expect(await diff(whole, whole)).toEqual({ exit: 0, out: 'No differences.', err: '' });
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
    [
      'an enum value that is gone',
      { details: detailsWith({ enum: ['open', 'closed'] }) },
      { details: detailsWith({ enum: ['open'] }) },
      'break  INTERNAL_ERROR no longer allows "closed" in details.state',
    ],
    [
      'a new enum value',
      { details: detailsWith({ enum: ['open'] }) },
      { details: detailsWith({ enum: ['open', 'closed'] }) },
      'new    INTERNAL_ERROR now allows "closed" in details.state',
    ],
    [
      'an enum value of a list that is gone',
      { details: detailsWith({ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }) },
      { details: detailsWith({ type: 'array', items: { type: 'string', enum: ['b'] } }) },
      'break  INTERNAL_ERROR no longer allows "a" in details.state',
    ],
    [
      'a field that is limited to values',
      { details: detailsWith({}) },
      { details: detailsWith({ enum: ['open'] }) },
      'break  INTERNAL_ERROR now restricts details.state to "open"',
    ],
    [
      'a field that is no longer limited to values',
      { details: detailsWith({ enum: ['open'] }) },
      { details: detailsWith({}) },
      'new    INTERNAL_ERROR now allows any value of details.state',
    ],
    [
      'another jsonrpc number',
      { jsonrpc: -32603 },
      { jsonrpc: -32000 },
      'break  INTERNAL_ERROR changed jsonrpc from -32603 to -32000',
    ],
    [
      'other placeholders of the message',
      { message: ["Failed: '{reason}'", 'Failed'] },
      { message: ['Failed'] },
      'note   INTERNAL_ERROR changed the placeholders of its message from {reason} to none',
    ],
    [
      'other placeholders of the hint',
      { hint: ['Wait {seconds} s.'] },
      { hint: ['Wait {minutes} min.'] },
      'note   INTERNAL_ERROR changed the placeholders of its hint from {seconds} to {minutes}',
    ],
  ])('reports %s', async (_, before, after, line) => {
    const listed = (change: object) =>
      listingWith((codes) => codes.map((row) => (row.code === 'INTERNAL_ERROR' ? { ...row, ...change } : row)));
    expect(await diff(listed(before), listed(after))).toEqual({
      exit: line.startsWith('break') ? 1 : 0,
      out: line,
      err: '',
    });
  });

  it('ignores wording and reserved codes', async () => {
    const listed = (change: object) =>
      listingWith((codes) => codes.map((row) => (row.code === 'INTERNAL_ERROR' ? { ...row, ...change } : row)));
    const [before, after] = [listed({ message: ['Failed at {step}'] }), listed({ message: ['{step} failed'] })];
    expect(await diff(before, after)).toMatchObject({ exit: 0, out: 'No differences.' });
    const reserved = listed({ reserved: true, jsonrpc: 1 });
    expect(await diff(reserved, listed({ reserved: true, jsonrpc: 2 }))).toMatchObject({ out: 'No differences.' });
  });

  it('accepts listings of earlier versions, which lack some fields', async () => {
    const later = new Set(['jsonrpc', 'message', 'hint']);
    const { codes }: { codes: object[] } = JSON.parse(whole);
    const older = codes.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !later.has(name))));
    const bare = JSON.stringify({ codes: older });
    expect(await diff(bare, whole)).toMatchObject({ exit: 0, out: 'No differences.' });
  });

  it.each([
    ['{', 'before.json is not valid JSON: '],
    ['[]', 'before.json is not a valid code listing: '],
    ['{"codes":[{"code":"A"}]}', "before.json is not a valid code listing: 'codes.0.namespace': "],
  ])('ends with 2 when a file holds %j', async (text, message) => {
    const { exit, out, err } = await diff(text, whole);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain(message);
  });

  it('ends with 2 when a file is missing, or a folder', async () => {
    expect(await runWithFakeIo(['codes', 'diff', 'no.json', 'no.json'])).toMatchObject({
      exit: 2,
      err: expect.stringMatching(
        /^recourse: Cannot read no\.json: there is no such file or directory\.\n {2}code {2}PATH_NOT_FOUND\n/,
      ),
    });
    expect(await runWithFakeIo(['codes', 'diff', '.', '.'])).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/^recourse: Cannot read \.: it is a directory\.\n {2}code {2}PATH_IS_A_FOLDER\n/),
    });
  });

  it.each([[[]], [['a.json']], [['a.json', 'b.json', 'c.json']]])(
    'ends with 2 for other than two files: %j',
    async (files) => {
      expect(await runWithFakeIo(['codes', 'diff', ...files])).toMatchObject({
        exit: 2,
        err: expect.stringContaining(`Specify two files, BEFORE and AFTER, not ${files.length}.`),
      });
    },
  );
});
