import { createLines } from '@recourse/yaml';
import type { Finding } from './tree.ts';

/** One thing that is wrong with a policy, and where. */
export interface PolicyProblem {
  readonly code: 'OP_CONFIG_INVALID' | 'OP_CONFIG_MISSING';
  /** From the root down. */
  readonly path: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
  readonly key?: string;
  readonly reason: string;
  /** The nearest key or value, where one is near. */
  readonly suggestion?: string;
}

const mostProblems = 100;

/** Findings in the order of the file, with their lines and columns. */
export const placeFindings = (path: string, text: string, findings: readonly Finding[]): readonly PolicyProblem[] => {
  const lines = createLines(text);
  return findings
    .toSorted((one, other) => one.offset - other.offset)
    .slice(0, mostProblems)
    .map(({ offset, ...finding }) => ({ code: 'OP_CONFIG_INVALID', path, ...lines.at(offset), ...finding }));
};
