import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { lint } from '../lint.ts';
import type { LintOptions, LintReport } from '../lint.ts';

/** Source text by path. */
export type Sources = Readonly<Record<string, string>>;

/** Gives a real directory with these files to `use`, and takes it away afterwards. */
export const withSources = async <Result>(
  sources: Sources,
  use: (directory: string) => Promise<Result>,
): Promise<Result> => {
  const directory = await mkdtemp(join(tmpdir(), 'recourse-lint-'));
  try {
    for (const [path, text] of Object.entries(sources)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), text);
    }
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

/** Lints these files and returns the report. */
export const lintSources = (sources: Sources, options: LintOptions = {}): Promise<LintReport> =>
  withSources(sources, (cwd) => lint([], { ...options, cwd }));

/** The findings of one rule, as `path:line:column CODE`. */
export const findingsOf = async (rule: string, sources: Sources): Promise<readonly string[]> => {
  const { findings } = await lintSources(sources);
  return findings
    .filter((finding) => finding.rule === rule)
    .map(({ file, line, column, code }) => `${file}:${line}:${column} ${code ?? ''}`.trim());
};

/** A registry with these rows; the rest of a row is of no interest here. */
export const registry = (rows: string, namespace = 'shop'): string =>
  `import { defineCodes } from '@recourse/contract';
export const codes = defineCodes({ ${rows} }, { namespace: '${namespace}' });
`;

/** The source of a file with `more` and a tool with these errors and this handler. */
export const toolSource = (errors: string, run: string, more = ''): string =>
  `import { defineTool } from '@recourse/engine';
${more}
export const tool = defineTool({ name: 'find_ticket', errors: ${errors}, ${run} });
`;
