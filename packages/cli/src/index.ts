export type { Command, ExitCode, Io } from './command.ts';
export { lint } from './lint/index.ts';
export type { Finding, LintOptions, LintReport, Note } from './lint/index.ts';
export { runRecourse } from './recourse.ts';
export { referencePages } from './reference/reference-pages.ts';
