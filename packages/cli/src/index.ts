export type { Command, ExitCode, Io } from './command.ts';
export { runRecourse } from './recourse.ts';
export { referencePages } from './reference/reference-pages.ts';
