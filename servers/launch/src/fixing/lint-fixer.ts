import { applyFixes } from 'markdownlint';
import { createLinter } from '../gates/lint/create-linter.ts';
import { lintPage } from '../gates/lint/lint-gate.ts';
import type { LintIssue } from '../gates/lint/lint-gate.ts';
import type { FixerDefinition } from './define-fixer.ts';
import { issueCodes } from '../gates/issue-codes.ts';

/** Rules of markdownlint that bring a fix with them, and MD001, which is fixed here. */
const fixable = /^MD0(?:01|04|05|07|09|10|11|12|18|19|20|21|22|23|27|29|30|31|32|37|38|39|44|47|49|50|53|54|58)$/u;
/** A fix can uncover another error, such as a blank line that is now one too many. */
const mostRounds = 4;

/** Repairs the errors of a page that markdownlint can repair, and headings that skip a level. */
export const lintFixer: FixerDefinition = {
  name: 'fix_markdown_lint',
  fixes: ({ code, rule }) => code === issueCodes.markdownLintError && rule !== undefined && fixable.test(rule),
  fix: async ({ page, signal }) => {
    const linter = createLinter();
    try {
      let { text } = page;
      for (let round = 0; round < mostRounds; round += 1) {
        const next = repaired(text, await lintPage(linter, { ...page, text }, signal));
        if (next === text) break;
        text = next;
      }
      return text;
    } finally {
      await linter.close();
    }
  },
};

const repaired = (text: string, issues: readonly LintIssue[]): string => {
  const errors = issues.flatMap(({ error }) => error ?? []);
  const skipped = errors.find(({ ruleNames }) => ruleNames[0] === 'MD001');
  const fixed = applyFixes(text, errors);
  return fixed === text && skipped ? withLevel(text, skipped.lineNumber, skipped.errorDetail ?? '') : fixed;
};

/** Gives a heading the level that markdownlint expects, with everything below it. */
const withLevel = (text: string, line: number, detail: string): string => {
  const [, expected = ''] = /Expected: h(\d)/u.exec(detail) ?? [];
  const lines = text.split('\n');
  const marks = /^#{1,6}(?=\s)/u.exec(lines[line - 1] ?? '')?.[0];
  if (expected === '' || marks === undefined) return text;
  lines[line - 1] = '#'.repeat(Number(expected)) + (lines[line - 1] ?? '').slice(marks.length);
  return lines.join('\n');
};
