import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { repetitions } from '@recourse/testkit/repetitions';
import { describe, expect, it } from 'vitest';

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
