import { afterEach, expect, it, vi } from 'vitest';
import { repetitions } from './repetitions.ts';

afterEach(() => vi.unstubAllEnvs());

it('repeats the stated minimum unless a full run is asked for', () => {
  vi.stubEnv('RECOURSE_TESTS', undefined);
  expect(repetitions({ atLeast: 4, full: 200 })).toBe(4);
  vi.stubEnv('RECOURSE_TESTS', 'full');
  expect(repetitions({ atLeast: 4, full: 200 })).toBe(200);
});
