import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { drawChart } from './chart.mjs';
import { renderPage } from './markdown.mjs';
import { panelsOf } from './panels.mjs';

const fileOf = (/** @type {string} */ name) => fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url));

/**
 * Writes the figures and their chart into the documentation.
 *
 * @param {import('../machine.mjs').Machine} machine
 * @param {readonly (import('./panels.mjs').NamedReport & { readonly others?: number })[]} reports
 */
export const writeUp = async (machine, reports) => {
  const page = fileOf('benchmarks.md');
  const settings = await resolveConfig(page);
  await writeFile(page, await format(renderPage(machine, reports), { ...settings, parser: 'markdown' }));
  await writeFile(fileOf('benchmarks.svg'), drawChart(panelsOf(reports), 'Recourse vs. other MCP servers'));
  console.error('docs/benchmarks.md and docs/benchmarks.svg are written.');
};
