import type { FoundIssue } from '@recourse/runs';
import type { MergeReport, PageNote } from '../../linking/merge-report.ts';
import type { GateDefinition } from '../define-gate.ts';
import { issueCodes } from '../issue-codes.ts';

/**
 * Reports the decisions that a second launch leaves to people: places that both changed, pages for which the product
 * has no text any more, and pages that people took away. Nothing is lost without a decision, so they are warnings.
 */
export const mergeGate: GateDefinition = {
  name: 'merge',
  needs: ['merge_report.json'],
  limits: { local: 30, ci: 60, prod: 60 },
  look: async ({ artifacts }) => {
    const { conflicts, pages, removed_sections, record_problem } =
      await artifacts.json<MergeReport>('merge_report.json');
    return {
      issues: [
        ...(record_problem === undefined ? [] : [unreadable(record_problem)]),
        ...conflicts.map(conflictIssue),
        ...pages.map(pageIssue),
        ...removed_sections.map(({ path, section }): FoundIssue => ({
          code: issueCodes.sectionRemoved,
          severity: 'info',
          message: `Section '${section}' is removed from '${path}', because the product no longer provides content for it and it was not edited by hand`,
          path,
          context: section,
        })),
      ],
    };
  },
};

const unreadable = (problem: string): FoundIssue => ({
  code: issueCodes.recordUnreadable,
  severity: 'blocker',
  message: `${problem}: manual edits cannot be distinguished from the text of the last launch. Restore the file from the site's history and start a new run, or delete it if no page was edited`,
});

const reasons: Readonly<Record<MergeReport['conflicts'][number]['reason'], string>> = {
  both_changed: 'the same lines were edited by hand and changed in the product',
  both_added: 'different text was added in the same place by hand and by the product',
  edited_and_dropped: 'text that the product no longer provides was edited by hand',
  unmergeable: 'the front matter cannot be parsed, or there is too much text to merge',
};

const conflictIssue = (conflict: MergeReport['conflicts'][number]): FoundIssue => {
  const { path, reason, section, line, base, ours, theirs } = conflict;
  const place = section === '' ? `'${path}'` : `section '${section}' of '${path}'`;
  const sides = [
    ['page', theirs],
    ['last launch', base],
    ['this launch', ours],
  ] as const;
  const shown = sides.map(([name, lines]) => `${name}: ${shownLines(lines)}`).join('; ');
  return {
    code: issueCodes.patchConflict,
    severity: 'warn',
    message: `In ${place}, ${reasons[reason]}; the text on the page was kept. Decide which text is right. ${shown}`,
    path,
    line,
    rule: reason,
    context: JSON.stringify([section, theirs, ours]).slice(0, 500),
  };
};

const mostShown = 200;

const shownLines = (lines: readonly string[]): string => {
  const text = lines.filter((line) => line.trim() !== '').join(' ⏎ ');
  if (text === '') return 'nothing';
  return `"${text.length > mostShown ? `${text.slice(0, mostShown - 1)}…` : text}"`;
};

const pageIssue = ({ path, kind, reason, edited, removed, now_at }: PageNote): FoundIssue => {
  if (kind !== 'stale') {
    const code = kind === 'moved' ? issueCodes.pageMoved : issueCodes.pageDeleted;
    return { code, severity: 'info', message: `'${path}' is skipped: ${reason}`, path };
  }
  const successor = now_at === undefined ? '' : `. Its text is now in '${now_at}'`;
  const fate = removed
    ? 'it was deleted'
    : edited
      ? 'it was kept, because it was edited by hand; delete or rewrite it'
      : "it was kept; delete it, or set stale_pages to 'delete'";
  return {
    code: issueCodes.pageStale,
    severity: removed ? 'info' : 'warn',
    message: `'${path}' is stale, because ${reason}: ${fate}${successor}`,
    path,
  };
};
