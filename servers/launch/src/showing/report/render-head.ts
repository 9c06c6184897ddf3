import { html } from '../html/html.ts';
import type { Html } from '../html/html.ts';
import type { ShownRun } from '../run/shown-run.ts';
import { count, duration, standings } from './words.ts';

/** The verdict in one word, and its reason. */
export const verdictOf = ({ report, pages }: ShownRun): { readonly word: string; readonly why: string } => {
  if (!report) return { word: 'Not validated', why: 'The gates have not run yet.' };
  const failed = report.gates.filter(({ ok }) => !ok).length;
  const skipped = report.gates.filter(({ status }) => status === 'skipped').length;
  const rest = `${count(report.issues.length, 'open issue')} on ${count(pages.length, 'page')}`;
  return report.ok
    ? { word: 'Passed', why: `${count(report.gates.length - skipped, 'gate')} passed, ${skipped} skipped. ${rest}.` }
    : { word: 'Failed', why: `${failed} of ${count(report.gates.length, 'gate')} failed. ${rest}.` };
};

/** The verdict and the facts of the run. */
export const renderHead = (run: ShownRun): Html => {
  const { word, why } = verdictOf(run);
  const { config, inputs, run_id, state, report, pr_url, started_at } = run;
  const look = !report ? 'unknown' : report.ok ? 'passed' : 'failed';
  const product = inputs?.product ?? { url: config.github_repo_url, sha: config.github_ref };
  return html`<header class="top">
    <p class="eyebrow">Validation report</p>
    <h1><bdi>${config.product_name}</bdi></h1>
    <p class="verdict ${look}"><b>${word}</b> <span>${why}</span></p>
    <dl class="run">
      <div>
        <dt>Product</dt>
        <dd>
          ${link(product.url)} at
          <a href="${product.url}/commit/${product.sha}" rel="noreferrer"><code>${product.sha.slice(0, 10)}</code></a>
        </dd>
      </div>
      <div>
        <dt>Site</dt>
        <dd>${link(config.site_repo_url)}${inputs && html` at <code>${inputs.site.sha.slice(0, 10)}</code>`}</dd>
      </div>
      <div>
        <dt>Branch</dt>
        <dd><bdi>${inputs?.site.branch ?? config.site_branch ?? 'the default branch'}</bdi></dd>
      </div>
      <div>
        <dt>Profile</dt>
        <dd>${config.validation_profile}</dd>
      </div>
      <div>
        <dt>Run</dt>
        <dd><code>${run_id}</code></dd>
      </div>
      <div>
        <dt>State</dt>
        <dd>${state}</dd>
      </div>
      <div>
        <dt>Started</dt>
        <dd><time datetime="${started_at}">${started_at.replace('T', ' ').replace(/(?:\.\d+)?Z$/u, ' UTC')}</time></dd>
      </div>
      ${
        pr_url !== undefined &&
        html`<div>
          <dt>Pull request</dt>
          <dd>${link(pr_url)}</dd>
        </div>`
      }
    </dl>
    ${run.notes.map((note) => html`<p class="note" dir="auto">${note}</p>`)}
  </header>`;
};

/** An address as a link, if it is one that a browser may follow. */
const link = (url: string): Html =>
  /^https?:\/\//iu.test(url)
    ? html`<a href="${url}" rel="noreferrer"><bdi>${url.replace(/^https?:\/\//iu, '')}</bdi></a>`
    : html`<bdi>${url}</bdi>`;

/** The gates with their results. */
export const renderGates = ({ report }: ShownRun): Html | undefined =>
  report &&
  html`<section class="gates" aria-labelledby="gates">
    <h2 id="gates">Gates</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Table of gates">
      <table>
        <thead>
          <tr>
            <th scope="col">Gate</th>
            <th scope="col">Result</th>
            <th scope="col" class="num">Issues</th>
            <th scope="col" class="num">Time</th>
            <th scope="col">Tool</th>
          </tr>
        </thead>
        <tbody>
          ${report.gates.map(
            ({ name, status, elapsed_ms, tool, issue_count, reason }) =>
              html`<tr class="${status}">
                <th scope="row">${name}</th>
                <td>
                  <span class="tag ${status}">${status}</span
                  >${reason !== undefined && html` <span class="reason" dir="auto">${reason}</span>`}
                </td>
                <td class="num">${issue_count === 0 ? '–' : issue_count}</td>
                <td class="num">${duration(elapsed_ms)}</td>
                <td>${tool ? html`${tool.name} ${tool.version}` : '–'}</td>
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
  </section>`;

/** How many sentences rest on what. */
export const renderStandings = ({ pages }: ShownRun): Html | undefined => {
  const all = pages.flatMap(({ sentences }) => sentences);
  if (all.length === 0) return undefined;
  return html`<section class="standings" aria-labelledby="standings">
    <h2 id="standings">${count(all.length, 'sentence')}</h2>
    <ul>
      ${Object.entries(standings).map(([standing, [label, meaning]]) => {
        const number = all.filter((sentence) => sentence.standing === standing).length;
        return html`<li>
          <b>${number.toLocaleString('en-US')}</b> <span class="tag ${standing}">${label}</span>
          <span class="means">${meaning}</span>
        </li>`;
      })}
    </ul>
  </section>`;
};
