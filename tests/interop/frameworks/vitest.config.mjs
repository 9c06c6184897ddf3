import { defineConfig } from 'vitest/config';

/** The built client in other people's frameworks, against real processes. */
export default defineConfig({
  test: {
    include: ['test/*.test.mjs'],
    passWithNoTests: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: ['default', '../../../scripts/count-reporter.mjs'],
  },
});
