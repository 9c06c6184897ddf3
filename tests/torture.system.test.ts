import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { repetitions } from '@recourse/testkit/repetitions';
import { describe, expect, it, vi } from 'vitest';

const main = path.join(import.meta.dirname, 'torture', 'main.mjs');
/** Two episodes of each fault, one on each store. */
const episodes = String(repetitions({ atLeast: 32, full: 1600 }));
const lanes = String(repetitions({ atLeast: 6, full: 12 }));
const longMs = 3_600_000;

interface Torture {
  readonly rows: readonly {
    readonly fault: string;
    readonly store: string;
    readonly ok: boolean;
    readonly breaches: readonly object[];
  }[];
}

/** Runs episodes. A run that finds a breach exits with 1 and still reports. */
const torture = async (...options: readonly string[]) => {
  const run = promisify(execFile)(process.execPath, [main, ...options], { maxBuffer: 2 ** 26 });
  return run.then(
    ({ stdout, stderr }) => ({ stdout, stderr, status: 0 }),
    (error: unknown) => {
      const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
      return { stdout, stderr, status: code };
    },
  );
};

it(
  'has at most one effect for each intent, and knows what it says, under every fault on every store',
  async () => {
    const { stdout } = await torture('--json', '--episodes', episodes, '--lanes', lanes);
    const { rows } = JSON.parse(stdout) as Torture;
    expect(new Set(rows.map(({ fault }) => fault)).size).toBe(16);
    expect(new Set(rows.map(({ store }) => store))).toEqual(new Set(['sqlite', 'postgres']));
    expect(rows.filter(({ ok }) => !ok)).toEqual([]);
  },
  longMs,
);

it(
  'continues where it was interrupted if it keeps a record',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'recourse-record-'));
    const record = path.join(folder, 'episodes.ndjson');
    const options = ['--store', 'sqlite', '--wire', 'rest', '--fault', 'none', '--lanes', '1', '--record', record];
    const first = await torture(...options, '--episodes', '2');
    // A process that was killed while it wrote leaves half a line.
    await appendFile(record, '{"seed":1,"job"');
    const second = await torture(...options, '--episodes', '3');
    const third = await torture(...options, '--episodes', '3');
    await rm(folder, { recursive: true });
    expect(first.stderr).toContain('2 of 2 episodes');
    expect(second.stderr).toContain('1 of 3 episodes');
    expect(third.stderr).toContain('0 of 3 episodes');
    expect([second.status, third.status]).toEqual([0, 0]);
    expect(second.stdout).toMatch(/none\s+sqlite\s+3\b/);
  },
  longMs,
);

const foldersOf = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('recourse-torture-'));

it(
  'leaves no PostgreSQL and no folder behind when it is killed',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'recourse-killed-'));
    // PostgreSQL may run as another user.
    await chmod(folder, 0o755);
    const waiting = { timeout: 120_000, interval: 100 };
    const options = ['--store', 'postgres', '--wire', 'rest', '--fault', 'none', '--lanes', '1', '--episodes', '1000'];
    const harness = spawn(process.execPath, [main, ...options], {
      stdio: 'ignore',
      env: { ...process.env, TMPDIR: folder },
    });
    const ended = once(harness, 'exit');
    const pid = await vi.waitFor(async () => {
      const inside = await foldersOf(folder);
      // The lane is open: its servers are about to start.
      expect(inside).toHaveLength(2);
      const data = inside.find((name) => name.startsWith('recourse-torture-pg-')) ?? '';
      return Number((await readFile(path.join(folder, data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    }, waiting);
    harness.kill('SIGKILL');
    await ended;
    await vi.waitFor(async () => expect(await foldersOf(folder)).toEqual([]), waiting);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await rm(folder, { recursive: true });
  },
  longMs,
);

describe.concurrent('a broken rule', () => {
  it.each(['answer_settles', 'no_look', 'lease_reopens', 'new_key', 'redeem_apart'])(
    'is noticed: %s',
    async (mutant) => {
      const { stdout, status } = await torture('--json', '--mutant', mutant);
      const { rows } = JSON.parse(stdout) as Torture;
      expect(rows.flatMap(({ breaches }) => breaches)).toHaveLength(1);
      expect(status).toBe(1);
    },
    longMs,
  );
});

it.each([
  [['--fault', 'rain'], '--fault must be one of none, slow_handler'],
  [['--episodes', 'many'], "--episodes must be a whole number from 1 to 1000000, got 'many'"],
  [['--mutant', 'new_key', '--wire', 'rest'], '--wire must be mcp or stdio'],
  [['--colour'], "Unknown option '--colour'"],
])('rejects %j with the rule and exit code 2', async (options, message) => {
  const { stderr, status } = await torture(...options);
  expect(stderr).toContain(message);
  expect(status).toBe(2);
});
