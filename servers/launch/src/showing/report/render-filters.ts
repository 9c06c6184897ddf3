import { html } from '../html/html.ts';
import type { Html } from '../html/html.ts';
import type { ReportIssue } from '../run/shown-run.ts';
import { severities, severityNames } from './words.ts';

/** Names the gates that have issues by classes of their own: names of gates are never written into a style. */
export const classesOf = (issues: readonly ReportIssue[]): ReadonlyMap<string, string> =>
  new Map([...new Set(issues.map(({ gate }) => gate))].map((gate, at) => [gate, `g${at}`]));

/** The controls of the filter. They work through the rules of `filterRules` alone, without a script. */
export const renderFilters = (issues: readonly ReportIssue[], gates: ReadonlyMap<string, string>): Html => {
  const present = severityNames.filter((name) => issues.some(({ severity }) => severity === name));
  return html`<div class="filters" role="group" aria-label="Filter">
    <fieldset>
      <legend>Show</legend>
      ${present.map((name) => {
        const found = issues.filter(({ severity }) => severity === name).length;
        return html`<label class="chip ${name}"
          ><input type="checkbox" id="s-${name}" checked />${severities[name][found === 1 ? 0 : 1]}
          <b>${found}</b></label
        >`;
      })}<label class="chip"><input type="checkbox" id="s-none" checked />pages without issues</label>
    </fieldset>
    ${
      gates.size > 1 &&
      html`<label class="choice"
        >Gate
        <select id="gate">
          <option value="all" selected>all gates</option>
          ${[...gates].map(([gate, name]) => html`<option value="${name}">${gate} (${issues.filter((issue) => issue.gate === gate).length})</option>`)}
        </select></label
      >`
    }
  </div>`;
};

/** Rules that hide what the controls exclude. `groups` are the sets of severities that pages have. */
export const filterRules = (gates: ReadonlyMap<string, string>, groups: ReadonlySet<string>): string =>
  [
    ...severityNames.map((name) => `body:has(#s-${name}:not(:checked)) .issue.s-${name}{display:none}`),
    ...[...groups].map((group) => {
      const names = group === '' ? ['none'] : group.split(' ');
      return `body${names.map((name) => `:has(#s-${name}:not(:checked))`).join('')} [data-s="${group}"]{display:none}`;
    }),
    ...[...gates.values()].map((name) => {
      const chosen = `body:has(#gate option[value=${name}]:checked)`;
      return `${chosen} .issue:not(.${name}),${chosen} [data-s]:not(.${name}){display:none}`;
    }),
  ].join('\n');
