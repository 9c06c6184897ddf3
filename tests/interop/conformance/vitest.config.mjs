import { defineConfig } from 'vitest/config';

/** The built command and the suite, each as a process of its own. */
export default defineConfig({
  test: {
    include: ['test/*.test.mjs'],
    passWithNoTests: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    reporters: ['default', '../../../scripts/count-reporter.mjs'],
  },
});
