import { defineConfig } from 'vitest/config';

/** Documents of the built servers, a validator and a generator. */
export default defineConfig({
  test: {
    include: ['test/*.test.mjs'],
    passWithNoTests: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
    reporters: ['default', '../../../scripts/count-reporter.mjs'],
  },
});
