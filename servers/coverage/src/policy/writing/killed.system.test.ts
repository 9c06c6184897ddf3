import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { repetitions } from '@recourse/testkit/repetitions';
import { describe, expect, it } from 'vitest';
import { readHistory } from '../history/store-history.ts';
import { readPolicy } from '../reading/read-policy.ts';
import { createProject } from '../testing/create-project.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const writer = path.resolve(here, '../testing/writer.mjs');
const kills = repetitions({ atLeast: 10, full: 200 });
/** A kill must hit a write at least once; on a slow machine that may take more kills than the minimum. */
const mostKills = 200;

const policyText = (minimum: string): string =>
  `# kept\npolicy:\n  domains:\n    - name: core # the heart\n      match: ["core/**"]\n      min: ${minimum} # raised\n    - name: other\n      match: [ 'other/**' ]\n`;

interface Writer {
  /** The last number that was said to be written, by what. */
  readonly said: { history: number; policy: number };
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;
  /** Resolves when it has started and reported so many writes, or has ended. */
  hasWritten(count: number): Promise<void>;
  kill(): void;
}

const startWriter = (given: readonly string[]): Writer => {
  const child = spawn(process.execPath, [writer, ...given], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { history: 0, policy: 0 };
  let [out, errors] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, errors }));
  });
  const reported = new EventEmitter();
  const progress = { isReady: false, isOver: false, writes: 0 };
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (out + chunk.toString()).split('\n');
    out = lines.pop() ?? '';
    for (const line of lines) {
      if (line === 'ready') progress.isReady = true;
      const [what, number] = line.split(' ');
      if (what !== 'history' && what !== 'policy') continue;
      said[what] = Number(number);
      progress.writes += 1;
    }
    reported.emit('change');
  });
  child.on('close', () => {
    progress.isOver = true;
    reported.emit('change');
  });
  const hasWritten = async (count: number): Promise<void> => {
    const isReached = (): boolean => progress.isOver || (progress.isReady && progress.writes >= count);
    while (!isReached()) await once(reported, 'change');
  };
  return { said, ended, hasWritten, kill: () => child.kill('SIGKILL') };
};

/** Locks and passing files: what a process leaves that was killed in the middle of a write. */
const leftBehind = (root: string): readonly string[] =>
  [root, path.join(root, '.cover')]
    .flatMap((folder) => (existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : []))
    .filter((name) => name.endsWith('.tmp') || name.endsWith('-lock'));

describe('a process that is killed while it writes', () => {
  it('leaves the old file or the new one, and a lock that blocks no writer', async () => {
    const root = createProject({ '.coverctl.yaml': policyText('0') });
    let [history, policy] = [0, 0];
    let [litter, interrupted] = [0, 0];
    for (let round = 0; round < kills || (interrupted === 0 && round < mostKills); round += 1) {
      const from = Math.max(history, policy);
      const { said, hasWritten, ended, kill } = startWriter([root, '100000', String(from)]);
      // From before its first write to somewhere among the later ones, by its own progress: machines differ in speed.
      await hasWritten(round % 5);
      await setTimeout(Math.random() * 5);
      kill();
      const { code, errors } = await ended;
      expect([code, errors]).toEqual([null, '']);

      const read = await readHistory({ root });
      if ('code' in read) throw new Error(JSON.stringify(read));
      const numbers = read.entries.map(({ commit }) => Number(commit));
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
      const last = numbers.at(-1) ?? 0;
      expect([said.history || history, (said.history || from) + 1]).toContain(last);

      const text = readFileSync(path.join(root, '.coverctl.yaml'), 'utf8');
      const minimum = /min: (\S+) # raised/.exec(text)?.[1] ?? '';
      expect(text).toBe(policyText(minimum));
      const written = Math.round(Number(minimum) * 100);
      expect([said.policy || policy, (said.policy || from) + 1]).toContain(written);
      expect(await readPolicy({ root })).toMatchObject({ domains: [{ minimum: written / 100 }, { name: 'other' }] });
      const left = leftBehind(root).length;
      if (left > litter) interrupted += 1;
      litter = left;
      [history, policy] = [last, written];
    }
    // Else the kills have all come between two writes, and have shown nothing.
    expect(interrupted).toBeGreaterThan(0);
    expect(history).toBeGreaterThan(0);

    // Simulates a write some time later.
    const past = new Date(Date.now() - 3_600_000);
    for (const file of leftBehind(root)) utimesSync(file, past, past);
    expect(await startWriter([root, '1', String(Math.max(history, policy))]).ended).toEqual({ code: 0, errors: '' });
    expect(leftBehind(root)).toEqual([]);
  }, 600_000);

  it('does not lose what others write at the same time', async () => {
    const root = createProject({ 'x.txt': '' });
    const writers = [0, 100, 200, 300].map((from) => startWriter([root, '20', String(from), 'history']));
    const ends = await Promise.all(writers.map(({ ended }) => ended));
    expect(ends).toEqual(writers.map(() => ({ code: 0, errors: '' })));
    const read = await readHistory({ root });
    const numbers = 'entries' in read ? read.entries.map(({ commit }) => Number(commit)) : [];
    const expected = [0, 100, 200, 300].flatMap((from) => Array.from({ length: 20 }, (_, at) => from + at + 1));
    expect(numbers.toSorted((one, other) => one - other)).toEqual(expected);
    expect(existsSync(path.join(root, '.cover/history.json.recourse-lock'))).toBe(false);
  }, 120_000);
});
