import type { PlanWarning, Rejection, RunnerName, RunRequest } from '../plan.ts';
import type { Meaning } from './flag-rule.ts';
import { reject } from './rejection.ts';

interface Context {
  readonly runner: RunnerName;
  /** The meanings that the runner supports. */
  readonly expresses: readonly Meaning[];
  readonly named: { readonly run: string; readonly tags: string; readonly testArgs: string };
}

const descriptions: Readonly<Record<Meaning, string>> = {
  run: 'no test name filter that the server can use',
  tags: 'no tags',
  race: 'no race detector',
  short: 'no short mode',
  verbose: 'no verbose mode',
};

/** The refusals and warnings for fields whose meaning a flag can express too. */
export interface JudgedMeanings {
  readonly rejections: readonly Rejection[];
  readonly warnings: readonly PlanWarning[];
}

/**
 * Refuses fields that the runner does not support and fields that a flag repeats. Tags that the runner does not have
 * are ignored with a warning, so that one call fits projects of any language.
 */
export const judgeMeanings = (
  request: RunRequest,
  meanings: ReadonlyMap<Meaning, string>,
  { runner, expresses, named }: Context,
): JudgedMeanings => {
  const rejections: Rejection[] = [];
  const warnings: PlanWarning[] = [];
  for (const meaning of ['run', 'tags', 'race', 'short'] as const) {
    const value = request[meaning];
    const field = meaning === 'run' || meaning === 'tags' ? named[meaning] : meaning;
    if (value === undefined || value === false) continue;
    if (!expresses.includes(meaning) && meaning === 'tags') {
      const reason = `${runner} has ${descriptions[meaning]}`;
      warnings.push({ code: 'OP_ARGUMENT_IGNORED', details: { field, runner, reason } });
    } else if (!expresses.includes(meaning)) {
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
          reason: `it is also set in ${named.testArgs}`,
          remediation: `Set it only in ${field}, not in ${named.testArgs}.`,
        }),
      );
    }
  }
  return { rejections, warnings };
};
