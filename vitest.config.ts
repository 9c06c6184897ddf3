import { defineConfig } from 'vitest/config';
import type { ViteUserConfig } from 'vitest/config';

const system = '**/*.system.test.ts';

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
    // The default leaves one core idle on a machine with two.
    maxWorkers: '100%',
    // Machines are shared: a law with a thousand runs may be slow there, and is no less true.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './scripts/count-reporter.mjs'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'servers/*/{src,test}/**/*.test.ts', 'tests/*.test.ts'],
          exclude: [system],
          pool: 'threads',
          isolate: false,
          setupFiles: ['tests/setup/forbid-processes.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: [system],
          isolate: false,
          exclude: ['**/node_modules/**', '**/dist/**', 'tests/interop/**', 'bench/**'],
          globalSetup: ['tests/setup/prepare-system.ts'],
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
