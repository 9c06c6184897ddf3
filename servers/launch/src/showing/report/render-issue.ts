import { html } from '../html/html.ts';
import type { Html } from '../html/html.ts';
import type { ReportIssue } from '../run/shown-run.ts';
import { renderLines } from './render-lines.ts';
import { severities } from './words.ts';

const around = 2;
const longestLine = 240;

/** The facts of the run that issues are shown with. */
export interface IssueSetting {
  readonly run_id: string;
  /** The issue that `launch_fix_next` fixes next. */
  readonly next: ReportIssue | undefined;
  /** Classes by gate, for the filter. */
  readonly gates: ReadonlyMap<string, string>;
}

/** An issue with its line in the page, and how it is fixed. */
export const renderIssue = (issue: ReportIssue, lines: readonly string[] | undefined, setting: IssueSetting): Html => {
  const { severity, gate, error_code, message, location, issue_id } = issue;
  return html`<li class="issue s-${severity} ${setting.gates.get(gate)}" id="${issue_id}">
    <p class="head">
      <span class="tag sev ${severity}">${severities[severity][0]}</span> <span class="gate">${gate}</span>
      <code class="code">${error_code}</code>${whereOf(location, lines !== undefined)}
    </p>
    <p class="message" dir="auto">${message}</p>
    ${location && lines && excerptOf(location.line, lines)}
    <p class="fix">${fixOf(issue, setting)}</p>
  </li>`;
};

const whereOf = (location: ReportIssue['location'], isOnPage: boolean): Html | undefined => {
  if (!location || (isOnPage && location.line === undefined)) return undefined;
  if (isOnPage) return html` <span class="line">line ${location.line}</span>`;
  const line = location.line === undefined ? '' : `:${location.line}`;
  return html` <bdi class="line">${location.path}${line}</bdi>`;
};

const fixOf = (issue: ReportIssue, { run_id, next }: IssueSetting): Html => {
  if (!issue.fixable)
    return html`<b>Needs manual action.</b> There is no automatic fix: change the product, the template or the
      configuration.`;
  const call = html`<code>launch_fix_next {"run_id": "${run_id}"}</code>`;
  return issue === next
    ? html`<b>Fixed next</b> by ${call}`
    : html`<b>Can be fixed</b> by ${call}, once the issues before it are fixed`;
};

const excerptOf = (line: number | undefined, lines: readonly string[]): Html | undefined => {
  if (line === undefined || line < 1 || line > lines.length) return undefined;
  const first = Math.max(1, line - around);
  const shown = lines.slice(first - 1, line + around);
  return renderLines(shown.map(shorten), first, line);
};

const shorten = (text: string): string => (text.length > longestLine ? `${text.slice(0, longestLine)}…` : text);
