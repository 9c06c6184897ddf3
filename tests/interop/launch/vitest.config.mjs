import { defineConfig } from 'vitest/config';

/** The built launch server on other people's products. */
export default defineConfig({
  test: {
    include: ['test/*.test.mjs'],
    passWithNoTests: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    reporters: ['default', '../../../scripts/count-reporter.mjs'],
  },
});
