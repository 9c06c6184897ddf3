import type { Step } from '../artifact/step.ts';
import { escapeHtml } from './escape-html.ts';
import type { Pictures } from './render-page.ts';

/** Renders one step: what was done, how it ended, and the picture after it. */
export const renderStep = (step: Step, pictures: Pictures): string => {
  const { seq, tool, ok, picture } = step;
  const data = picture === undefined ? undefined : pictures.get(picture);
  const classes = ['step', ok ? 'good' : 'bad', ...(data === undefined ? ['plain'] : [])];
  const figure =
    data === undefined
      ? ''
      : `<figure><a href="#picture-${picture?.replace('.png', '') ?? ''}"><img alt="The app after step ${seq}" src="data:image/png;base64,${data}"></a></figure>`;
  return `<li class="${classes.join(' ')}" id="step-${seq}"><div>
<h2><small>${seq}</small> ${escapeHtml(titleOf(step))}</h2>
<p class="meta">${escapeHtml(tool)} · ${Math.round(step.elapsed_ms)} ms · ${step.tokens.toLocaleString('en')} tokens${step.session === undefined ? '' : ` · ${escapeHtml(step.session)}`}</p>
${ok ? '' : failureOf(step)}
<details><summary>Call and answer</summary><pre>${escapeHtml(JSON.stringify(step.arguments, null, 2))}</pre><pre>${escapeHtml(step.answer)}</pre></details>
</div>${figure}</li>`;
};

const failureOf = ({ code, error, hint }: Step): string =>
  `<div class="failure"><b>${escapeHtml(code ?? 'FAILED')}</b><p>${escapeHtml(error ?? '')}</p>${hint === undefined ? '' : `<p>${escapeHtml(hint)}</p>`}</div>`;

/** A step in a few words: `click button "Save"`. */
export const titleOf = ({ tool, arguments: args, element }: Step): string => {
  const action = tool.replace(/^electron_/u, '').replaceAll('_', ' ');
  const by = args['by'] as { readonly role?: unknown; readonly name?: unknown } | undefined;
  const named = element ?? (by && { role: String(by.role), name: String(by.name) });
  const subject = named
    ? `${named.role} ${JSON.stringify(named.name)}`
    : (['selector', 'url', 'main', 'key', 'executablePath', 'name'] as const)
        .map((key) => args[key])
        .find((value) => typeof value === 'string');
  const words = subject === undefined ? action : `${action} ${subject}`;
  return words.length > 160 ? `${words.slice(0, 160)}…` : words;
};
