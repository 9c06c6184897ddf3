export type { Finding, Note } from './finding.ts';
export { lint } from './lint.ts';
export type { LintOptions, LintReport } from './lint.ts';
