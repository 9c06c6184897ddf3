import { escapeXml, showPercent } from '../badge/render-badge.ts';
import { showText } from '../untrusted/show-text.ts';
import { pageStyle } from './page-style.ts';

/** One file of the page: its counts, and its text with the state of each line. */
export interface PageFile {
  readonly path: string;
  readonly covered: number;
  readonly total: number;
  /** Absent if the file could not be read, or the page has no room for it. */
  readonly lines?: readonly PageLine[];
}

export interface PageLine {
  readonly number: number;
  readonly text: string;
  /** Undefined if the line holds no code; `partly` where some of its branches were not taken. */
  readonly state: 'covered' | 'partly' | 'uncovered' | undefined;
  readonly hits: number | undefined;
}

interface PageRow {
  readonly name: string;
  readonly percent: number;
  readonly required: number;
  readonly status: string;
}

export interface CoveragePage {
  readonly title: string;
  readonly percent: number;
  readonly covered: number;
  readonly total: number;
  readonly domains: readonly PageRow[];
  readonly files: readonly PageFile[];
  /** Whether runs of this server made all profiles that it rests on. */
  readonly attested: boolean;
  /** Where the numbers come from, a line each. */
  readonly origin: readonly string[];
}

/** Marks a page as ours, so that no other file is replaced. */
export const pageMark = '<meta name="generator" content="recourse-coverage">';

/**
 * One page with everything in it: no script, no file from elsewhere, and a policy that forbids both. Everything that
 * comes from the repository is escaped.
 */
export const renderPage = (page: CoveragePage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
${pageMark}
<title>${shown(page.title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>${shown(page.title)}</h1>
<p class="overall"><strong>${showPercent(page.percent)} %</strong> of lines are covered: ${page.covered} of ${page.total}, in ${page.files.length === 1 ? '1 file' : `${page.files.length} files`}.</p>${page.attested ? '' : '\n<p class="notice">Unattested: these numbers use a profile that was not produced by a test run of the current sources on this server.</p>'}
</header>
<main>
${domainTable(page.domains)}
${fileTable(page.files)}
${page.files.map((file, index) => source(file, index)).join('\n')}
</main>
<footer>
${page.origin.map((line) => `<p>${shown(line)}</p>`).join('\n')}
</footer>
</body>
</html>
`;

const shown = (text: string): string => escapeXml(showText(text));

const percentOf = ({ covered, total }: { readonly covered: number; readonly total: number }): number =>
  total === 0 ? 100 : (covered / total) * 100;

const bar = (percent: number): string =>
  `<progress max="100" value="${showPercent(percent)}">${showPercent(percent)} %</progress>`;

const domainTable = (rows: readonly PageRow[]): string => {
  if (rows.length === 0) return '';
  const lines = rows.map(
    ({ name, percent, required, status }) =>
      `<tr class="${escapeXml(status.toLowerCase())}"><th scope="row">${shown(name)}</th><td>${bar(percent)}</td><td class="number">${showPercent(percent)} %</td><td class="number">${required} %</td><td>${escapeXml(status)}</td></tr>`,
  );
  return `<section aria-labelledby="domains"><h2 id="domains">Domains</h2>
<div class="wide"><table><thead><tr><th scope="col">Domain</th><th scope="col">Covered</th><th scope="col" class="number">Lines</th><th scope="col" class="number">Required</th><th scope="col">Status</th></tr></thead>
<tbody>
${lines.join('\n')}
</tbody></table></div></section>`;
};

const fileTable = (files: readonly PageFile[]): string => {
  const lines = files.map((file, index) => {
    const percent = percentOf(file);
    const name = file.lines ? `<a href="#file-${index}">${shown(file.path)}</a>` : shown(file.path);
    return `<tr><th scope="row">${name}</th><td>${bar(percent)}</td><td class="number">${showPercent(percent)} %</td><td class="number">${file.total - file.covered}</td></tr>`;
  });
  return `<section aria-labelledby="files"><h2 id="files">Files</h2>
<div class="wide"><table><thead><tr><th scope="col">File</th><th scope="col">Covered</th><th scope="col" class="number">Lines</th><th scope="col" class="number">Uncovered</th></tr></thead>
<tbody>
${lines.join('\n')}
</tbody></table></div></section>`;
};

const source = ({ path, lines, covered, total }: PageFile, index: number): string => {
  if (!lines) return '';
  const rows = lines.map(({ number, text, state, hits }) => {
    const mark = state === undefined ? '' : ` class="${state}"`;
    const count = hits === undefined ? '' : `${hits}×`;
    return `<tr${mark}><td class="number">${number}</td><td class="number">${count}</td><td><code>${escapeXml(showText(text.replaceAll('\t', '    '), 2000))}</code></td></tr>`;
  });
  const isOpen = covered < total ? ' open' : '';
  return `<details${isOpen} id="file-${index}"><summary>${shown(path)} <span>${total - covered} uncovered</span></summary>
<div class="wide"><table class="source"><tbody>
${rows.join('\n')}
</tbody></table></div></details>`;
};
