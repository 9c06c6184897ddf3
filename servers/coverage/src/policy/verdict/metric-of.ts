import type { Coverage, Metric } from '../../profile/coverage.ts';
import type { Policy } from '../policy.ts';

/**
 * The metric of a verdict: the policy's, otherwise the one that the language's own tool prints. That is statements for
 * Go. Other tools print lines, and coverage.py counts its statements by line.
 */
export const metricOf = ({ metric }: Pick<Policy, 'metric'>, { files }: Coverage): Metric =>
  metric ?? (isGo(files) ? 'statements' : 'lines');

/** Whether every file is Go and counts statements: figures of two kinds cannot be added. */
const isGo = (files: Coverage['files']): boolean => {
  for (const { path, statements } of files.values()) if (!path.endsWith('.go') || !statements) return false;
  return files.size > 0;
};
