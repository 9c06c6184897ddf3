import { getVersion } from 'markdownlint';
import type { LintError } from 'markdownlint';
import type { FoundIssue } from '@recourse/runs';
import type { GateDefinition } from '../define-gate.ts';
import { onlyNew } from '../findings.ts';
import { createLinter } from './create-linter.ts';
import type { Linter } from './create-linter.ts';
import { strictRules } from './lint-config.ts';
import { issueCodes } from '../issue-codes.ts';

/** An issue, and the error that it was made from. */
export interface LintIssue {
  readonly issue: FoundIssue;
  readonly error?: LintError;
}

/** Checks pages with markdownlint. Errors that a page had before the run are not reported. */
export const lintGate: GateDefinition = {
  name: 'markdown_lint',
  limits: { local: 60, ci: 120, prod: 120 },
  look: async ({ pages, signal }) => {
    const linter = createLinter();
    try {
      const issues: FoundIssue[] = [];
      for (const page of pages) {
        const found = await lintPage(linter, page, signal);
        issues.push(...found.map(({ issue }) => issue));
      }
      return { issues, tool: { name: 'markdownlint', version: getVersion() } };
    } finally {
      await linter.close();
    }
  },
};

/** The errors that the run has brought into a page. */
export const lintPage = async (
  linter: Linter,
  { path, text, before }: { readonly path: string; readonly text: string; readonly before: string | undefined },
  signal: AbortSignal,
): Promise<readonly LintIssue[]> => {
  const known = before === undefined ? [] : await issuesOf(linter, path, before, signal);
  const found = await issuesOf(linter, path, text, signal);
  const fresh = new Set(
    onlyNew(
      found.map(({ issue }) => issue),
      known.map(({ issue }) => issue),
    ),
  );
  return found.filter(({ issue }) => fresh.has(issue));
};

const issuesOf = async (
  linter: Linter,
  path: string,
  text: string,
  signal: AbortSignal,
): Promise<readonly LintIssue[]> => {
  const linted = await linter.lint(text, signal);
  if ('failed' in linted) {
    const message = `'${path}': ${linted.failed}`;
    return [{ issue: { code: issueCodes.markdownLintFailed, severity: 'error', message, path } }];
  }
  const lines = text.split('\n');
  return linted.errors.map((error) => {
    const [rule = 'MD000', name = ''] = error.ruleNames;
    const detail = error.errorDetail ? `: ${error.errorDetail}` : '';
    const issue: FoundIssue = {
      code: issueCodes.markdownLintError,
      severity: error.fixInfo || strictRules.has(rule) ? 'error' : 'warn',
      message: `${rule}/${name}: ${error.ruleDescription}${detail}`,
      path,
      line: error.lineNumber,
      rule,
      context: (error.errorContext ?? lines[error.lineNumber - 1] ?? '').slice(0, 200),
    };
    return { issue, error };
  });
};
