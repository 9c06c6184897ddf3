import type { Step, Trace } from '../artifact/step.ts';
import { escapeHtml } from './escape-html.ts';
import { pageStyle } from './page-style.ts';
import { renderStep } from './render-step.ts';

/** Pictures as base64, by their names. */
export type Pictures = ReadonlyMap<string, string>;

/** Nothing is loaded and no script runs, even if a hostile app was recorded. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Renders a recording as one page that needs no network. */
export const renderPage = (trace: Trace, pictures: Pictures): string => {
  const { header, steps, footer } = trace;
  const failed = steps.filter(({ ok }) => !ok).length;
  const tokens = footer?.tokens ?? steps.reduce((sum, step) => sum + step.tokens, 0);
  const title = `${escapeHtml(header.name)} – trace`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<header>
<h1>${escapeHtml(header.name)}</h1>
<p>Recorded <time datetime="${escapeHtml(header.started_at)}">${escapeHtml(dateOf(header.started_at))}</time></p>
</header>
<ul class="facts">
${fact(String(steps.length), steps.length === 1 ? 'step' : 'steps')}
${fact(String(failed), failed === 1 ? 'failure' : 'failures', failed > 0)}
${fact(durationOf(steps), 'duration')}
${fact(tokens.toLocaleString('en'), budgetOf(header.budget_tokens))}
</ul>
${noteOf(trace)}
<label class="filter"><input type="checkbox" id="failures"> Failures only</label>
<ol class="steps">
${steps.map((step) => renderStep(step, pictures)).join('\n')}
</ol>
<footer>Each screenshot was taken after its step. Secrets are masked.</footer>
</main>
${[...pictures].map(largePicture).join('\n')}
</body>
</html>
`;
};

const largePicture = ([name, data]: readonly [string, string]): string =>
  `<a class="large" id="picture-${name.replace('.png', '')}" href="#" aria-label="Close the screenshot"><img alt="" src="data:image/png;base64,${data}"></a>`;

const fact = (value: string, label: string, isBad = false): string =>
  `<li${isBad ? ' class="bad"' : ''}><b>${escapeHtml(value)}</b><span>${escapeHtml(label)}</span></li>`;

const dateOf = (text: string): string => text.replace('T', ' ').replace(/\.\d+Z$/u, ' UTC');

const durationOf = (steps: readonly Step[]): string => {
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return '0 s';
  const ms = Date.parse(last.started_at) + last.elapsed_ms - Date.parse(first.started_at);
  return ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
};

const budgetOf = (budget: number | undefined): string =>
  budget === undefined ? 'tokens' : `of ${budget.toLocaleString('en')} tokens`;

const noteOf = ({ footer }: Trace): string => {
  if (!footer) return '<p class="note">The recording was cut off: later steps are missing.</p>';
  return footer.dropped > 0 ? `<p class="note">${footer.dropped} later steps were not recorded.</p>` : '';
};
