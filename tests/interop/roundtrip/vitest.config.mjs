import { defineConfig } from 'vitest/config';

/** The built generator and runtime against published documents and libraries that neither of them uses. */
export default defineConfig({
  test: {
    include: ['test/*.test.mjs'],
    passWithNoTests: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    reporters: ['default', '../../../scripts/count-reporter.mjs'],
  },
});
