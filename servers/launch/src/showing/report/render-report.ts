import { hash } from 'node:crypto';
import { Html, html } from '../html/html.ts';
import { readAsset } from '../html/read-asset.ts';
import type { ShownRun } from '../run/shown-run.ts';
import { classesOf, filterRules, renderFilters } from './render-filters.ts';
import { renderGates, renderHead, renderStandings, verdictOf } from './render-head.ts';
import { gatesIn, renderPage, severitiesIn } from './render-page.ts';
import type { Part } from './render-page.ts';
import { count, worstOf } from './words.ts';

/** Pages beyond this size are shown without their sentences: a browser must be able to open the file. */
const mostBytes = 4 * 1024 * 1024;

/**
 * Writes the report of a run as one HTML file. It has no script at all, and its policy permits nothing but its own
 * style: text of the product cannot run, and opening the file makes no request.
 */
export const renderReport = async (run: ShownRun, largest = mostBytes): Promise<string> => {
  const issues = run.report?.issues ?? [];
  const gates = classesOf(issues);
  const setting = { run_id: run.run_id, next: issues.find(({ fixable }) => fixable), gates };
  const parts: readonly Part[] = [
    ...(run.issues.length > 0 ? [wholeSite(run)] : []),
    ...run.pages.map((page, at) => ({ ...page, id: `page-${at + 1}` })),
  ];
  const groups = new Set(parts.map((part) => severitiesIn(part.issues)));
  const style = `${await readAsset('report.css')}\n${filterRules(gates, groups)}`;
  const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
${
  html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="${policy}" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <meta name="color-scheme" content="light dark" />
      <title>${run.config.product_name}: ${verdictOf(run).word.toLowerCase()}</title>
      ${new Html(`<style>${style}</style>`)}
    </head>
    <body>
      <a class="skip" href="#pages">Skip to the pages</a>
      ${renderHead(run)}
      <main>
        <div class="overview">${renderGates(run)}${renderStandings(run)}</div>
        <h2 id="pages">Pages</h2>
        ${parts.length > 0 && renderFilters(issues, gates)}
        <div class="layout">
          <nav aria-label="Pages">
            <ul>
              ${parts.map((part) => navigation(part, setting))}
            </ul>
          </nav>
          <div>${renderParts(parts, setting, largest)}</div>
        </div>
        ${parts.length === 0 && html`<p class="empty">The run has written no pages yet.</p>`}
      </main>
    </body>
  </html> `.text
}`;
};

const wholeSite = ({ issues }: ShownRun): Part => ({
  id: 'site',
  title: 'The site as a whole',
  path: undefined,
  lines: undefined,
  sentences: [],
  issues,
});

const renderParts = (
  parts: readonly Part[],
  setting: Parameters<typeof renderPage>[1],
  largest: number,
): readonly Html[] => {
  let bytes = 0;
  return parts.map((part) => {
    const whole = renderPage(part, setting, true);
    const size = Buffer.byteLength(whole.text);
    const shown = bytes + size <= largest ? whole : renderPage(part, setting, false);
    bytes += shown === whole ? size : Buffer.byteLength(shown.text);
    return shown;
  });
};

const navigation = ({ id, title, path, issues }: Part, setting: Parameters<typeof gatesIn>[1]): Html =>
  html`<li class="${gatesIn(issues, setting)}" data-s="${severitiesIn(issues)}">
    <a href="#${id}"
      ><span class="title" dir="auto">${title}</span
      >${issues.length > 0 && html`<span class="tag sev ${worstOf(issues)}" aria-label="${count(issues.length, 'issue')}">${issues.length}</span>`}${path !== undefined && html`<bdi class="path">${path}</bdi>`}</a
    >
  </li>`;
