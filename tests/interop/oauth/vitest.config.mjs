import { defineConfig } from 'vitest/config';

/** A real authorization server and the official client, in one process with the built server. */
export default defineConfig({
  test: {
    include: ['test/*.test.mjs'],
    passWithNoTests: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', '../../../scripts/count-reporter.mjs'],
  },
});
