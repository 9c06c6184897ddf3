import type { Rejection, RunnerName, RunRequest } from '../plan.ts';
import type { Meaning } from './flag-rule.ts';
import { reject } from './rejection.ts';

interface Context {
  readonly runner: RunnerName;
  /** What the runner can express. */
  readonly expresses: readonly Meaning[];
  readonly named: { readonly run: string; readonly tags: string; readonly testArgs: string };
}

const descriptions: Readonly<Record<Meaning, string>> = {
  run: 'no filter on test names that we can pass on',
  tags: 'no tags',
  race: 'no race detector',
  short: 'no short mode',
  verbose: 'no verbose mode',
};

/** Refuses what a runner cannot do, instead of leaving it out in silence, and what is said twice. */
export const judgeMeanings = (
  request: RunRequest,
  meanings: ReadonlyMap<Meaning, string>,
  { runner, expresses, named }: Context,
): readonly Rejection[] => {
  const rejections: Rejection[] = [];
  for (const meaning of ['run', 'tags', 'race', 'short'] as const) {
    const value = request[meaning];
    const field = meaning === 'run' || meaning === 'tags' ? named[meaning] : meaning;
    if (value === undefined || value === false) continue;
    if (!expresses.includes(meaning)) {
      rejections.push(
        reject('INPUT_REJECTED_OTHER', {
          field,
          value: String(value),
          reason: `${runner} has ${descriptions[meaning]}`,
          remediation: `Repeat the call without ${field}.`,
        }),
      );
    } else if (typeof value === 'string' && meanings.has(meaning)) {
      rejections.push(
        reject('INPUT_REJECTED_OTHER', {
          field,
          value,
          reason: `it is said in ${named.testArgs} too`,
          remediation: `Say it once: in ${field}, and not in ${named.testArgs}.`,
        }),
      );
    }
  }
  return rejections;
};
