import type { CheckState } from './checks-of.ts';

const words = { failure: 'failing', pending: 'pending', success: 'successful' } as const;

/** Which of the required checks have not succeeded, as a sentence; undefined if all have. */
export function checkProblem(contexts: readonly string[], states: ReadonlyMap<string, CheckState>): string | undefined {
  const open = contexts
    .map((context) => ({ context, state: states.get(context) }))
    .filter(({ state }) => state !== 'success');
  const [first] = open;
  if (first === undefined) return undefined;
  if (open.length === 1)
    return `Required status check "${first.context}" is ${first.state ? words[first.state] : 'expected'}.`;
  const count = (state: CheckState | undefined): number => open.filter((item) => item.state === state).length;
  const parts = [
    [count(undefined), 'expected'],
    [count('pending'), 'pending'],
    [count('failure'), 'failing'],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return `${open.length} of ${contexts.length} required status checks have not succeeded: ${told.join(', ')}.`;
}
