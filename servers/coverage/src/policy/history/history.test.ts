import { existsSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { coverageOf, policyOf } from '../testing/coverage-of.ts';
import { createProject } from '../testing/create-project.ts';
import { evaluate } from '../verdict/evaluate.ts';
import type { HistoryEntry } from './history.ts';
import { appendHistory, readHistory, toHistoryEntry } from './store-history.ts';
import { trend } from './trend.ts';

const entry = (more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  timestamp: '2026-05-09T10:00:00Z',
  overall: 81.2,
  domains: {},
  ...more,
});
const file = (root: string): string => path.join(root, '.cover/history.json');

/** As coverctl writes it, with a field that we do not know. */
const theirs = JSON.stringify({
  entries: [
    {
      timestamp: '2026-05-09T10:00:00.123456+02:00',
      commit: '',
      branch: 'main',
      overall: 81.2,
      domains: { core: { name: 'core', percent: 87.3, min: 85, status: 'PASS' } },
      note: 'theirs',
    },
  ],
});

describe('the history', () => {
  it('is empty if nothing was recorded', async () => {
    expect(await readHistory({ root: createProject() })).toEqual({ entries: [] });
  });

  it('of coverctl is read, and unchanged when an entry is added', async () => {
    const root = createProject({ '.cover/history.json': theirs });
    expect(await readHistory({ root })).toMatchObject({
      entries: [{ branch: 'main', overall: 81.2, domains: { core: { percent: 87.3 } } }],
    });
    await appendHistory({ root }, entry({ commit: 'abc' }));
    const written = JSON.parse(readFileSync(file(root), 'utf8')) as { entries: { note?: string; commit?: string }[] };
    expect(written.entries.map(({ note, commit }) => [note, commit])).toEqual([
      ['theirs', ''],
      [undefined, 'abc'],
    ]);
  });

  it('keeps the last hundred entries', async () => {
    const entries = Array.from({ length: 100 }, (_, index) => entry({ commit: String(index) }));
    const root = createProject({ '.cover/history.json': JSON.stringify({ entries }) });
    await appendHistory({ root }, entry({ commit: 'new' }));
    const read = await readHistory({ root });
    const commits = 'entries' in read ? read.entries.map(({ commit }) => commit) : [];
    expect([commits.length, commits[0], commits.at(-1)]).toEqual([100, '1', 'new']);
  });

  it('records a verdict with its counts', () => {
    const policy = policyOf({ policy: { domains: [{ name: 'a', match: ['a'], min: 0 }] } });
    const verdict = evaluate(coverageOf({ 'a/x.ts': [2, 3] }), policy);
    expect(toHistoryEntry(verdict, { timestamp: '2026-01-01T00:00:00Z', branch: 'main' })).toEqual({
      timestamp: '2026-01-01T00:00:00Z',
      branch: 'main',
      overall: 66.66,
      metric: 'lines',
      counts: { covered: 2, total: 3 },
      domains: { a: { name: 'a', percent: 66.66, min: 0, status: 'PASS' } },
    });
  });

  it.each([
    ['{', 'it is not JSON'],
    ['[]', "it is not a JSON object with a list named 'entries'"],
    ['{"entries":{}}', "it is not a JSON object with a list named 'entries'"],
    ['{"entries":[1]}', 'entry 1: it is not an object'],
    ['{"entries":[{"timestamp":"yesterday","overall":1}]}', "entry 1: its 'timestamp' is not a date and time"],
    ['{"entries":[{"timestamp":"2026-01-01T00:00:00Z","overall":101}]}', "entry 1: its 'overall' is not a percentage"],
    [
      '{"entries":[{"timestamp":"2026-01-01T00:00:00Z","overall":1,"domains":{"a":1}}]}',
      "entry 1: its 'domains' does not map names to objects with a 'percent' from 0 to 100",
    ],
    [
      '{"entries":[{"timestamp":"2026-01-01T00:00:00Z","overall":1,"counts":{"covered":2,"total":1}}]}',
      "entry 1: its 'counts' must have whole numbers 'covered' and 'total', with 'covered' not above 'total'",
    ],
  ])('%j is OP_HISTORY_INVALID, and is not overwritten', async (text, reason) => {
    const root = createProject({ '.cover/history.json': text });
    const problem = { code: 'OP_HISTORY_INVALID', details: { path: '.cover/history.json', reason } };
    expect(await readHistory({ root })).toEqual(problem);
    expect(await appendHistory({ root }, entry())).toEqual(problem);
    expect(readFileSync(file(root), 'utf8')).toBe(text);
    expect(existsSync(`${file(root)}.recourse-lock`)).toBe(false);
  });

  it('is not written through a link that points outside', async () => {
    const outside = createProject();
    const root = createProject();
    symlinkSync(outside, path.join(root, '.cover'));
    expect(await appendHistory({ root }, entry())).toMatchObject({ code: 'OP_INVALID_PATH' });
    expect(await appendHistory({ root, path: '../x.json' }, entry())).toMatchObject({ code: 'OP_INVALID_PATH' });
    expect(existsSync(path.join(outside, 'history.json'))).toBe(false);
  });
});

describe('a stale lock', () => {
  const leave = (root: string, text: string, name = 'recourse-lock', ageSeconds = 0): void => {
    const lock = `${file(root)}.${name}`;
    writeFileSync(lock, text);
    const then = Date.now() / 1000 - ageSeconds;
    utimesSync(lock, then, then);
  };
  /** Above what Linux gives out. */
  const nobody = 2 ** 22 + 1;
  const project = (): string => createProject({ '.cover/history.json': '{"entries":[]}' });

  it.each([
    ['by a process that is gone', JSON.stringify({ pid: nobody, host: hostname(), token: 'x' }), 0],
    ['long ago', JSON.stringify({ pid: process.pid, host: hostname(), token: 'x' }), 120],
    ['on another machine, long ago', JSON.stringify({ pid: 1, host: 'elsewhere', token: 'x' }), 120],
    ['before anything was written into it', '', 5],
  ])('%s, blocks no writer', async (_, text, age) => {
    const root = project();
    leave(root, text, 'recourse-lock', age);
    leave(root, JSON.stringify({ pid: nobody, host: hostname(), token: '' }), 'recourse-lock-break');
    expect(await appendHistory({ root }, entry())).toMatchObject({ entries: [{ overall: 81.2 }] });
  });

  it('of a live process is waited for and then reported', async () => {
    const root = project();
    leave(root, JSON.stringify({ pid: process.pid, host: hostname(), token: 'x' }));
    expect(await appendHistory({ root, waitMs: 50 }, entry())).toEqual({
      code: 'OP_FILE_WRITE_FAILED',
      details: { path: '.cover/history.json', reason: 'another process is writing to it' },
    });
    expect(readFileSync(file(root), 'utf8')).toBe('{"entries":[]}');
  });
});

describe('trend', () => {
  const at = (overall: number, percent: number, branch = 'main'): HistoryEntry =>
    entry({ overall, branch, domains: { a: { name: 'a', percent, min: 0, status: 'PASS' } } });

  it.each([
    [80, 80.5, 'stable', 0.5],
    [80, 80.51, 'up', 0.51],
    [80, 79, 'down', -1],
  ])('goes from %d to %d: %s', (from, to, direction, delta) => {
    expect(trend({ entries: [at(1, 1), at(from, from), at(to, to)] })).toMatchObject({
      previous: from,
      current: to,
      direction,
      delta,
      byDomain: [{ domain: 'a', direction, delta }],
    });
  });

  it('is limited to a given branch, and empty if there are no entries', () => {
    const history = { entries: [at(50, 50, 'work'), at(90, 90), at(60, 60, 'work')] };
    expect(trend(history, 'work')).toMatchObject({ previous: 50, current: 60, direction: 'up' });
    expect(trend(history, 'new')).toMatchObject({ current: undefined, direction: 'stable', entries: [] });
  });
});
