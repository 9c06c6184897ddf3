export { DocumentError } from './document/document-error.ts';
export type { DocumentProblem } from './document/document-error.ts';
export { generateAdapter } from './generate-adapter.ts';
export type { GeneratedAdapter, GenerateOptions } from './generate-adapter.ts';
export type { LeftOutReason } from './report/left-out.ts';
export { renderReport } from './report/render-report.ts';
export type { GenerateReport, LeftOutEntry, Note, WrittenEntry } from './report/report.ts';
export type { AdapterFile } from './write-checked.ts';
