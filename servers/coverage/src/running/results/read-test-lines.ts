import type { Ending } from '../runners/runner.ts';
import { crashed, endingOf, unlessCrashed } from './endings.ts';

/** Reads results from output that is written for people: mocha's and Node's summaries, and TAP. */
export const readTestLines = (output: string, exitCode: number): Ending => {
  const number = (...patterns: readonly RegExp[]): number | undefined => {
    const found = patterns.map((pattern) => pattern.exec(output)?.[1]).find((text) => text !== undefined);
    return found === undefined ? undefined : Number(found);
  };
  const failed = number(/^\s+(\d+) failing\b/m, /^(?:ℹ|#) fail (\d+)$/m);
  const passed = number(/^\s+(\d+) passing\b/m, /^(?:ℹ|#) pass (\d+)$/m);
  const cannotLoad = /\b(?:SyntaxError|ERR_MODULE_NOT_FOUND)\b|Cannot find module/.test(output);
  if (failed === undefined && passed === undefined) {
    if (exitCode === 0) return { end: 'passed', failedTests: [], failedFiles: [], failed: undefined, total: undefined };
    return cannotLoad ? { ...crashed, end: 'build_failed' } : { ...crashed, end: 'tests_failed' };
  }
  if (cannotLoad && (passed ?? 0) === 0) return { ...crashed, end: 'build_failed' };
  const names = [...output.matchAll(/^\s*(?:\d+\)|not ok \d+ -|✖) (?!failing tests:)(.+?)(?: \([\d.]+m?s\))?$/gm)];
  const ending = endingOf({
    failedTests: (failed ?? 0) > 0 ? names.map(([, name = '']) => name) : [],
    failedFiles: [],
    failed: failed ?? 0,
    total: (failed ?? 0) + (passed ?? 0),
  });
  return unlessCrashed(ending, exitCode);
};
