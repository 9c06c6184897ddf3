import { html } from '../html/html.ts';
import type { Html } from '../html/html.ts';

/** Lines of a file with their numbers, one of them marked. */
export const renderLines = (lines: readonly string[], first: number, marked?: number): Html =>
  html`<div class="lines">
    ${lines.map((line, at) => {
      const row = html`<span class="n">${first + at}</span><span class="t">${line}</span>`;
      return first + at === marked ? html`<mark class="row">${row}</mark>` : html`<span class="row">${row}</span>`;
    })}
  </div>`;
