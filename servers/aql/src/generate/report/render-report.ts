import { leftOutReasons } from './left-out.ts';
import type { LeftOutReason } from './left-out.ts';
import type { GenerateReport } from './report.ts';

const shownForEach = 10;

/** The report as lines for people: counts first, then what was left out by reason, then what is said less exactly. */
export const renderReport = (report: GenerateReport): string => {
  const { operations, files, reasons, notes } = report;
  const lines = [
    `${operations.written} of ${count(operations.found, 'operation')} written, ${operations.left_out} omitted.`,
    ...(files.length > 1
      ? [
          '',
          `In ${files.length} adapters:`,
          ...files.map(({ name, operations: own }) => `  ${name}: ${count(own, 'operation')}`),
        ]
      : []),
  ];
  for (const [reason, number] of Object.entries(reasons) as [LeftOutReason, number][]) {
    lines.push('', `Omitted (${number}): ${leftOutReasons[reason]}`);
    // Operations that the caller did not select are not listed.
    if (reason === 'not_selected') continue;
    const entries = report.left_out.filter((entry) => entry.reason === reason);
    lines.push(
      ...entries.slice(0, shownForEach).map(({ operation, detail }) => `  ${operation}${detail && `: ${detail}`}`),
    );
    if (entries.length > shownForEach)
      lines.push(`  … and ${entries.length - shownForEach} more (use --json to list all)`);
  }
  if (notes.length > 0) lines.push('', `Notes (${notes.length}):`);
  lines.push(
    ...notes
      .slice(0, 2 * shownForEach)
      .map(({ operation, note }) => `  ${operation === undefined ? '' : `${operation}: `}${note}`),
  );
  if (notes.length > 2 * shownForEach)
    lines.push(`  … and ${notes.length - 2 * shownForEach} more (use --json to list all)`);
  return lines.join('\n');
};

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
