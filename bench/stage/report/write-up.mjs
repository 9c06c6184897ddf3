import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { machineOf } from '../../src/machine.mjs';
import { drawChart } from '../../src/write-up/chart.mjs';
import { renderPage } from './page.mjs';
import { legend, panelsOf } from './panels.mjs';

const fileOf = (name) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

/** Writes the figures and their chart into the documentation. */
export const writeUp = async (run) => {
  const page = fileOf('docs/stage.md');
  const { dependencies } = JSON.parse(readFileSync(fileOf('bench/stage/package.json'), 'utf8'));
  const text = renderPage({ run, machine: machineOf(), versions: dependencies });
  await writeFile(page, await format(text, { ...(await resolveConfig(page)), parser: 'markdown' }));
  const chart = drawChart(panelsOf(run), 'The stage vs. five other servers on the same app', legend);
  await writeFile(fileOf('docs/stage.svg'), chart);
  console.error('docs/stage.md and docs/stage.svg are written.');
};
