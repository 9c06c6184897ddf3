import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { ViteUserConfig } from 'vitest/config';
import { SlowFirst } from './tests/setup/slow-first.ts';

const system = '**/*.system.test.ts';
const cores = availableParallelism();

/**
 * Tests run on the sources: the `@recourse/source` condition makes a build unnecessary for them. `--mode full` raises
 * the repetition counts and changes nothing else.
 */
export default defineConfig(({ mode }) => {
  // Each project evaluates this file again, with the default mode.
  if (mode === 'full') process.env['RECOURSE_TESTS'] = 'full';
  return configuration;
});

const configuration: ViteUserConfig = {
  resolve: { conditions: ['@recourse/source'] },
  ssr: { resolve: { conditions: ['@recourse/source', 'node'] } },
  test: {
    passWithNoTests: false,
    // Machines are shared: a law with a thousand runs may be slow there, and is no less true.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default of 1 s fails on a loaded machine. tests/setup/patient-waits.ts sets the same for `vi.waitFor` and `vi.waitUntil`.
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', './scripts/count-reporter.mjs', './scripts/title-reporter.mjs'],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'servers/*/{src,test}/**/*.test.ts',
            'plugins/*/src/**/*.test.ts',
            'tests/*.test.ts',
          ],
          exclude: [system],
          // Not threads: ending one while SQLite's driver is at work in it aborts the whole run.
          pool: 'forks',
          isolate: false,
          // One for each core. The default leaves one core idle.
          maxWorkers: cores,
          sequence: { groupOrder: 0 },
          globalSetup: ['tests/setup/temporary-root.mjs'],
          setupFiles: ['tests/setup/forbid-processes.ts', 'tests/setup/patient-waits.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: [system],
          isolate: false,
          // These tests mostly wait for other processes: with one worker for each core, half of the machine idles.
          maxWorkers: 2 * cores,
          sequence: { groupOrder: 1 },
          exclude: ['**/node_modules/**', '**/dist/**', 'tests/interop/**', 'bench/**'],
          globalSetup: ['tests/setup/temporary-root.mjs', 'tests/setup/prepare-system.ts'],
          setupFiles: ['tests/setup/patient-waits.ts'],
        },
      },
    ],
    // Only with `--coverage`; `npm run coverage` has the profile judged.
    coverage: {
      include: ['packages/*/src/**/*.{ts,mjs}', 'servers/*/src/**/*.{ts,mjs}'],
      exclude: ['**/testing/**'],
      reporter: ['lcovonly'],
    },
  },
};
