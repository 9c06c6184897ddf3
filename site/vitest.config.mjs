import { defineConfig } from 'vitest/config';

/** The site is built once; all tests read what was built. */
export default defineConfig({
  test: {
    include: ['test/*.test.mjs'],
    globalSetup: ['test/setup/build.mjs'],
    passWithNoTests: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', '../scripts/count-reporter.mjs'],
  },
});
