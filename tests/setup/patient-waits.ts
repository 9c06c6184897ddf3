import { vi } from 'vitest';

/** The limit of a wait if a test names none. The default of Vitest, 1 s, is short on a loaded machine. */
const timeout = 30_000;
const mark = Symbol.for('recourse.patientWaits');

// The workers are not isolated, so that this file runs before each test file on the same `vi`.
if (!Object.hasOwn(vi, mark)) {
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout, ...options });
  vi.waitUntil = (callback, options) =>
    waitUntil(callback, typeof options === 'number' ? options : { timeout, ...options });
  Object.defineProperty(vi, mark, { value: true });
}
