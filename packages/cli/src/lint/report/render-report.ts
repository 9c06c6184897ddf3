import { createPaint } from '../../terminal/paint.ts';
import type { Paint } from '../../terminal/paint.ts';
import { visible } from '../../terminal/visible.ts';
import type { Finding } from '../finding.ts';
import type { LintReport } from '../lint.ts';

/** A report for people: one block for each file, then what was looked at. */
export const renderReport = (report: LintReport, colours: boolean): string => {
  const paint = createPaint(colours);
  const blocks = [...groupByFile(report.findings).values()].map((findings) =>
    findings.map((finding) => renderFinding(finding, paint)).join('\n'),
  );
  return [...blocks, renderClosing(report, paint)].join('\n\n');
};

const groupByFile = (findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> => {
  const files = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = files.get(finding.file);
    if (group) group.push(finding);
    else files.set(finding.file, [finding]);
  }
  return files;
};

const renderFinding = ({ file, line, column, rule, message, hint }: Finding, paint: Paint): string => {
  const place = paint.bold(`${visible(file)}:${line}:${column}`);
  return `${place}  ${paint.red(rule)}  ${visible(message)}\n    ${paint.dim(visible(hint))}`;
};

const renderClosing = ({ files, codes, findings, notes }: LintReport, paint: Paint): string => {
  const looked = `${count(files, 'file')}, ${count(codes.declared, 'declared code')}, ${count(codes.produced, 'produced code')}`;
  const verdict = findings.length === 0 ? paint.green('no findings') : paint.red(count(findings.length, 'finding'));
  const unresolved =
    notes.length === 0
      ? ''
      : `\n${paint.dim(`${count(notes.length, 'note')} on codes known only at run time; --json lists them.`)}`;
  return `${looked}: ${verdict}${unresolved}`;
};

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
