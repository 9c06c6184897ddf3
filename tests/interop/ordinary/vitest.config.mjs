import { defineConfig } from 'vitest/config';

/** The built client against other people's servers, each a process of its own. */
export default defineConfig({
  test: {
    include: ['test/*.test.mjs'],
    passWithNoTests: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    reporters: ['default', '../../../scripts/count-reporter.mjs'],
  },
});
