import { defineConfig } from 'vitest/config';

/** Tests run on the sources: the `@recourse/source` condition makes a build unnecessary for them. */
export default defineConfig({
  resolve: { conditions: ['@recourse/source'] },
  ssr: { resolve: { conditions: ['@recourse/source', 'node'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'servers/*/{src,test}/**/*.test.ts', 'tests/*.test.ts'],
    passWithNoTests: false,
    // Machines are shared: a law with a thousand runs may be slow there, and is no less true.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './scripts/count-reporter.mjs'],
    // Only with `--coverage`; `npm run coverage` has the profile judged.
    coverage: {
      include: ['packages/*/src/**/*.{ts,mjs}', 'servers/*/src/**/*.{ts,mjs}'],
      exclude: ['**/testing/**'],
      reporter: ['lcovonly'],
    },
  },
});
