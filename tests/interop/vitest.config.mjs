import { defineConfig } from 'vitest/config';

/** Built packages, real processes: nothing here runs on sources, unlike the repository's own tests. */
export default defineConfig({
  test: {
    include: ['test/*.test.mjs'],
    passWithNoTests: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    maxConcurrency: 3,
    maxWorkers: 2,
    reporters: ['default', '../../scripts/count-reporter.mjs'],
  },
});
