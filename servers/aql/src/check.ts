import { fail } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import { mcpAql } from '@recourse/contract/dialects/mcp-aql';
import { formatOf, readAdapter } from './adapter/index.ts';
import type { AdapterProblem } from './adapter/index.ts';

/** The findings for one file. A file that could not be read has a reason and nothing else. */
export interface CheckedFile {
  readonly file: string;
  readonly unreadable?: string;
  readonly problems: readonly AdapterProblem[];
  /** There where the file can be served. */
  readonly adapter?: { readonly name: string; readonly version: string; readonly operations: number };
}

/** Looks for everything that is wrong with the text of an adapter file. */
export const checkFile = (file: string, text: string): CheckedFile => {
  const format = formatOf(file);
  const { adapter, problems } = readAdapter(text, format && { format });
  if (!adapter) return { file, problems };
  return {
    file,
    problems,
    adapter: { name: adapter.name, version: adapter.version, operations: adapter.operations.length },
  };
};

/** All that was found as one document: a success with what there is, or `SCHEMA_VALIDATION_ERROR` in MCP-AQL's dialect. */
export const renderChecks = (files: readonly CheckedFile[]): JsonObject => {
  const all = files.flatMap(({ file, problems, unreadable }) => [
    ...(unreadable === undefined
      ? []
      : [{ severity: 'error', item: { file, path: '', code: 'SCHEMA_VALIDATION_ERROR', message: unreadable } }]),
    ...problems.map((problem) => ({ severity: problem.severity, item: itemOf(file, problem) })),
  ]);
  const errors = all.filter(({ severity }) => severity === 'error').map(({ item }) => item);
  const warnings = all.filter(({ severity }) => severity === 'warning').map(({ item }) => item);
  if (errors.length === 0) {
    const served = files.map(({ file, adapter }) => ({ file, ...adapter }));
    return { success: true, data: { files: served, warnings } };
  }
  const [only] = files.length === 1 ? files : [];
  return mcpAql.render(
    fail('SCHEMA_VALIDATION_ERROR', {
      ...(only && { file: only.file }),
      count: errors.length,
      errors,
      warnings,
    }) as Failure,
  );
};

const itemOf = (file: string, problem: AdapterProblem) => {
  const { severity: _, confidential: __, field_path: path, code, message, line, column, ...more } = problem;
  return { file, path, code, message, line, column, ...more };
};
