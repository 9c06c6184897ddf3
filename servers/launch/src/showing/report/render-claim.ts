import { html } from '../html/html.ts';
import type { Html } from '../html/html.ts';
import type { ShownClaim } from '../run/shown-run.ts';
import { placeOf } from '../run/source-url.ts';
import { renderLines } from './render-lines.ts';
import { count } from './words.ts';

/** A claim: where the product makes it, its words, and the lines as they are at the pinned commit. */
export const renderClaim = ({ kind, subject, text, source, url, quote }: ShownClaim): Html =>
  html`<li class="claim">
    <p class="place">
      <span class="tag">${kind}</span> <a href="${url}" rel="noreferrer"><bdi>${placeOf(source)}</bdi></a>
    </p>
    <p class="words" dir="auto">${subject !== undefined && html`<code>${subject}</code> `}${text}</p>
    ${quote && renderLines(quote.lines, source.start_line)}
    ${quote !== undefined && quote.more > 0 && html`<p class="more">${count(quote.more, 'more line')}</p>`}
    ${quote?.isSame === false && html`<p class="alarm">The lines have changed since the claim was read.</p>`}
  </li>`;
