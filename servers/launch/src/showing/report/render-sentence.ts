import { html } from '../html/html.ts';
import type { Html } from '../html/html.ts';
import type { ShownSentence } from '../run/shown-run.ts';
import { renderClaim } from './render-claim.ts';
import { count, standings } from './words.ts';

/** A sentence that opens to its evidence. Sentences that the truth gate objects to are open. */
export const renderSentence = (sentence: ShownSentence): Html => {
  const { standing, line, text, kind, claims, objections = [] } = sentence;
  const label = objections.length > 0 ? 'objection' : standings[standing][0];
  const look = objections.length > 0 ? 'objection' : standing;
  const summary = html`<span class="at">${line}</span><span class="said ${kind}" dir="auto">${text}</span
    ><span class="tag ${look}">${label}</span>`;
  const evidence = evidenceOf(sentence);
  if (!evidence) return html`<li class="sentence plain">${summary}</li>`;
  return html`<li class="sentence"><details${objections.length > 0 && html` open`}><summary>${summary}</summary>
<div class="evidence">${evidence}${
    claims.length > 0 &&
    html`<ul class="claims">
      ${claims.map(renderClaim)}
    </ul>`
  }</div></details></li>`;
};

const evidenceOf = (sentence: ShownSentence): readonly Html[] | undefined => {
  const { standing, phrase, unknown, objections, claims } = sentence;
  const lines = [
    ...(objections ?? []).map(
      (issue) => html`<p class="alarm" dir="auto"><code>${issue.error_code}</code> ${issue.message}</p>`,
    ),
    ...(phrase === undefined ? [] : [html`<p>Template phrase: <code>${phrase}</code></p>`]),
    ...(unknown.length > 0
      ? [html`<p class="alarm">Cites ${count(unknown.length, 'unknown claim')}: <code>${unknown.join(', ')}</code></p>`]
      : []),
    ...(objections?.length === 0 && standing === 'cited'
      ? [html`<p class="fine">The truth_lock gate accepted the sentence.</p>`]
      : []),
  ];
  return lines.length > 0 || claims.length > 0 ? lines : undefined;
};
