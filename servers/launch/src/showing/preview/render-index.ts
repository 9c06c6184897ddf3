import { Html, html } from '../html/html.ts';
import type { ShownRun } from '../run/shown-run.ts';
import { renderSentence } from '../report/render-sentence.ts';
import { count, worstOf } from '../report/words.ts';
import { totalOf } from './preview-page.ts';
import type { PageCounts, PreviewPage } from './preview-page.ts';

/** How many sentences readers can point at. */
const matchedText = ({ sentences, matched, hidden }: PageCounts): string => {
  const shown = `${matched} of ${count(sentences - hidden, 'sentence')} matched`;
  return hidden > 0 ? `${shown}, ${hidden} more in front matter` : shown;
};

/** The index of a preview: all pages of the run, and the sentences that were not found in them. */
export const renderIndex = (run: ShownRun, pages: readonly PreviewPage[], style: string): string => `<!doctype html>
${
  html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>Preview of ${run.config.product_name}</title>
      ${new Html(`<style>${style}</style>`)}
    </head>
    <body>
      <header class="top">
        <p class="eyebrow">Preview of run <code>${run.run_id}</code></p>
        <h1><bdi>${run.config.product_name}</bdi></h1>
        <p class="lead">
          ${count(pages.length, 'page')}. ${matchedText(totalOf(pages))}. Hover over a sentence of a page, or move the
          keyboard focus to its marker, to see its evidence.
        </p>
        <p class="doors"><a href="/">Front page of the site</a> <a href="/__launch/report">Validation report</a></p>
        ${run.notes.map((note) => html`<p class="note" dir="auto">${note}</p>`)}
      </header>
      <main>
        ${pages.length === 0 && html`<p class="empty">The run has written no pages.</p>`}
        <ul class="previews">
          ${pages.map(renderPage)}
        </ul>
      </main>
    </body>
  </html> `.text
}`;

/** Says which sentences are listed: those that the page lacks, and those that it has in its front matter alone. */
const missingText = ({ sentences, matched, hidden }: PageCounts): string => {
  const lost = sentences - matched - hidden;
  const meta = `${hidden} in front matter only`;
  if (lost === 0) return meta;
  return `${count(lost, 'sentence')} not found on the page${hidden > 0 ? `, ${meta}` : ''}`;
};

const renderPage = ({ page, address, counts, unmatched }: PreviewPage): Html => {
  const missing = unmatched.flatMap((place) => page.sentences[place] ?? []);
  return html`<li class="preview">
    <h2 dir="auto">${address === undefined ? page.title : html`<a href="${address}">${page.title}</a>`}</h2>
    <p class="path"><bdi>${page.path}</bdi></p>
    <p class="state">
      ${address === undefined ? html`<span class="tag warn">not published by hugo</span>` : matchedText(counts)}
      ${page.issues.length > 0 && html`<span class="tag ${worstOf(page.issues)}">${count(page.issues.length, 'issue')}</span>`}
    </p>
    ${
      missing.length > 0 &&
      html`<details>
        <summary>${missingText(counts)}</summary>
        <ol class="unmatched">
          ${missing.map(renderSentence)}
        </ol>
      </details>`
    }
  </li>`;
};
