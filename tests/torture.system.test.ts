import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { repetitions } from '@recourse/testkit/repetitions';
import { expect, it } from 'vitest';

const main = path.join(import.meta.dirname, 'torture', 'main.mjs');
const episodes = String(repetitions({ atLeast: 1, full: 100 }));
const longMs = 3_600_000;

interface Torture {
  readonly rows: readonly { readonly name: string; readonly episodes: number; readonly broken: readonly object[] }[];
}

/** Runs episodes; a run that finds a broken rule exits with 1 and still reports. */
const torture = async (...options: readonly string[]): Promise<Torture & { readonly status: number }> => {
  const run = promisify(execFile)(process.execPath, [main, '--json', ...options], { maxBuffer: 2 ** 26 });
  const { stdout, code } = await run.then(
    (done) => ({ ...done, code: 0 }),
    (error: unknown) => error as { readonly stdout: string; readonly code: number },
  );
  return { ...(JSON.parse(stdout) as Torture), status: code };
};

it(
  'has at most one effect for each intent, and knows what it says, under every fault on every store',
  async () => {
    const { rows } = await torture('--episodes', episodes, '--lanes', '4');
    expect(rows.length).toBeGreaterThanOrEqual(30);
    expect(rows.flatMap(({ name, broken }) => broken.map((each) => ({ name, ...each })))).toEqual([]);
  },
  longMs,
);

it.each([
  ['answer_settles', 'late_effect'],
  ['no_look', 'kill_after_effect'],
])(
  'notices keys that break a rule: %s',
  async (mutant, fault) => {
    const { status, rows } = await torture(
      '--store',
      'sqlite',
      '--mutant',
      mutant,
      '--fault',
      fault,
      '--episodes',
      '8',
    );
    expect(rows.flatMap(({ broken }) => broken).length).toBeGreaterThan(0);
    expect(status).toBe(1);
  },
  longMs,
);
