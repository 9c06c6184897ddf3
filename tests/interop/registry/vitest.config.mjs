import { defineConfig } from 'vitest/config';

/** One registry, and projects of users below one temporary folder. */
export default defineConfig({
  test: {
    include: ['test/*.test.mjs'],
    passWithNoTests: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: ['default', '../../../scripts/count-reporter.mjs'],
  },
});
