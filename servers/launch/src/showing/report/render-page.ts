import { html } from '../html/html.ts';
import type { Html } from '../html/html.ts';
import type { ReportIssue, ShownPage, ShownSentence } from '../run/shown-run.ts';
import { renderIssue } from './render-issue.ts';
import type { IssueSetting } from './render-issue.ts';
import { renderSentence } from './render-sentence.ts';
import { count, severityNames, worstOf } from './words.ts';

/** A part of the report: a page, or the site as a whole. */
export type Part = Pick<ShownPage, 'issues' | 'sentences' | 'lines' | 'title'> & {
  readonly path: string | undefined;
  readonly id: string;
};

/** The severities of issues in order, as the filter's rules name them. */
export const severitiesIn = (issues: readonly ReportIssue[]): string =>
  severityNames.filter((name) => issues.some(({ severity }) => severity === name)).join(' ');

/** The classes of the gates whose issues a part has. */
export const gatesIn = (issues: readonly ReportIssue[], { gates }: Pick<IssueSetting, 'gates'>): string =>
  [...new Set(issues.map(({ gate }) => gates.get(gate)))].join(' ');

/** A page with its issues and its sentences side by side. Without room, its sentences are counted, not shown. */
export const renderPage = (part: Part, setting: IssueSetting, hasRoom: boolean): Html => {
  const { id, title, path, issues, sentences, lines } = part;
  return html`<details
    class="page ${gatesIn(issues, setting)}"
    data-s="${severitiesIn(issues)}"
    id="${id}"
    ${issues.length > 0 && html` open`}
  >
    <summary>
      <h3 dir="auto">${title}</h3>
      <span class="facts">${path !== undefined && html`<bdi class="path">${path}</bdi>`}${badges(part)}</span>
    </summary>
    <div class="columns">
      ${
        issues.length > 0 &&
        html`<section class="issues">
          <h4>${count(issues.length, 'issue')}</h4>
          <ol>
            ${issues.map((issue) => renderIssue(issue, lines, setting))}
          </ol>
        </section>`
      }
      ${
        path !== undefined &&
        html`<section class="sentences">
          <h4>Sentences and their evidence (${sentences.length})</h4>
          ${sentencesOf(sentences, hasRoom)}
        </section>`
      }
    </div>
  </details>`;
};

const sentencesOf = (sentences: readonly ShownSentence[], hasRoom: boolean): Html => {
  if (!hasRoom)
    return html`<p class="empty">
      Omitted: the report has reached its maximum size. <code>recourse launch preview</code> shows them.
    </p>`;
  return sentences.length === 0
    ? html`<p class="empty">The run recorded no sentences for this page.</p>`
    : html`<ol>
        ${sentences.map(renderSentence)}
      </ol>`;
};

const badges = ({ issues, sentences }: Part): readonly Html[] => {
  const bare = sentences.filter(({ standing }) => standing === 'uncited').length;
  return [
    ...(issues.length > 0
      ? [html`<span class="tag sev ${worstOf(issues)}">${count(issues.length, 'issue')}</span>`]
      : []),
    ...(bare > 0 ? [html`<span class="tag uncited">${count(bare, 'sentence')} without evidence</span>`] : []),
  ];
};
