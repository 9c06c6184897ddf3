import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { drawChart } from '../../src/write-up/chart.mjs';
import { otherPairs, pairs } from '../measure/measure.mjs';
import { renderPage } from './page.mjs';
import { legend, panelsOf } from './panels.mjs';

const fileOf = (/** @type {string} */ name) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

/**
 * Writes the figures and their chart into the documentation.
 *
 * @param {{ measured: import('../measure/measure.mjs').Measured, seeds: readonly number[], asProcesses?: readonly import('../processes/compare.mjs').Compared[] | undefined, unseen: readonly number[], elsewhere: import('../measure/measure.mjs').Measured, removed: import('../measure/measure.mjs').Measured, forms: import('../measure/measure.mjs').Measured, flags: import('../measure/measure.mjs').Measured }} run
 */
export const writeUp = async (run) => {
  const page = fileOf('docs/recovery.md');
  const settings = await resolveConfig(page);
  const text = renderPage({ ...run, commit: await commitOf(), versions: versionsOf() });
  await writeFile(page, await format(text, { ...settings, parser: 'markdown' }));
  await writeFile(fileOf('docs/recovery.svg'), chartOf(run.measured.totals));
  // The servers of the table are third-party packages, installed for this alone.
  await runScript('scripts/prepare.mjs', '--install', 'tests/interop/ordinary', '--install', 'tests/interop/ordinary/more'); // prettier-ignore
  await runScript('tests/interop/ordinary/src/wrong-calls/main.mjs', '--write');
  console.error('docs/recovery.md and docs/recovery.svg are written.');
};

/** @param {readonly string[]} words */
const runScript = async (...words) => {
  const child = spawn(process.execPath, words, { cwd: fileOf(''), stdio: ['ignore', 'inherit', 'inherit'] });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}`);
};

/** The agents of the table, and the reader of sentences once more where he does not know them. @param {readonly import('../measure/totals.mjs').Totals[]} totals */
export const chartOf = (totals) => {
  const shown = [...pairs, ...otherPairs].flatMap((pair, index) =>
    index < pairs.length || pair.serving === 'other' ? [{ pair, totals: totals[index] }] : [],
  );
  const order = ['blind', 'status', 'prose', 'ordinary', 'contract', 'tuned', 'oracle'];
  shown.sort((one, other) => order.indexOf(one.pair.agent) - order.indexOf(other.pair.agent));
  const panels = panelsOf(
    shown.map(({ pair }) => pair),
    shown.map(({ totals: sums }) => sums),
  );
  return drawChart(panels, 'Tasks that seven scripted agents recover, and effects that they duplicate', legend);
};

/** The commit that was measured, according to git. */
const commitOf = async () => {
  try {
    const git = (/** @type {string[]} */ ...args) => promisify(execFile)('git', args, { cwd: fileOf('') });
    const paths = ['packages', 'bench/recovery'];
    const [{ stdout: commit }, { stdout: changed }] = [
      await git('rev-parse', '--short=12', 'HEAD'),
      await git('status', '--porcelain', '--', ...paths),
    ];
    return `${commit.trim()}${changed.trim() === '' ? '' : ', with changes that are not committed'}`;
  } catch {
    return 'unknown';
  }
};

const versionsOf = () => {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(fileOf(file), 'utf8')).version;
  return {
    '@recourse/client': read('packages/client/package.json'),
    '@modelcontextprotocol/server': read('node_modules/@modelcontextprotocol/server/package.json'),
    '@modelcontextprotocol/client': read('node_modules/@modelcontextprotocol/client/package.json'),
    'gpt-tokenizer': read('bench/node_modules/gpt-tokenizer/package.json'),
    node: process.versions.node,
  };
};
