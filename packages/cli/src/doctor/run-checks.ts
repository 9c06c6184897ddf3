import { setTimeout as wait } from 'node:timers/promises';
import { reasonOf } from '../registries/read-json.ts';
import type { Check, CheckContext, Finding } from './check.ts';

export interface CheckedFinding extends Finding {
  readonly check: string;
}

/** Runs all checks at once. One that fails or takes too long is a finding of its own, and holds up no other. */
export const runChecks = async (
  checks: readonly Check[],
  context: Omit<CheckContext, 'signal'>,
  limitMs: number,
): Promise<readonly CheckedFinding[]> => {
  const found = await Promise.all(checks.map((check) => runCheck(check, context, limitMs)));
  return checks.flatMap(({ name }, index) => (found[index] ?? []).map((finding) => ({ check: name, ...finding })));
};

const runCheck = async (
  check: Check,
  context: Omit<CheckContext, 'signal'>,
  limitMs: number,
): Promise<readonly Finding[]> => {
  const over = new AbortController();
  const late = wait(limitMs, undefined, { signal: over.signal }).then(
    () => [{ verdict: 'broken', says: `no response within ${limitMs / 1000} s` }] satisfies readonly Finding[],
    () => [],
  );
  try {
    return await Promise.race([check.run({ ...context, signal: over.signal }), late]);
  } catch (error) {
    return [{ verdict: 'broken', says: `could not be checked: ${reasonOf(error)}` }];
  } finally {
    over.abort();
  }
};
