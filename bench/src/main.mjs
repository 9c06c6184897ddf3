/**
 * Runs the benchmarks that are named on the command line, or all of them. A missed target is said and changes no
 * exit code: these are measurements on whatever machine this is, and no tests.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { formatReport, isMet } from './report.mjs';

/**
 * Each is loaded when its turn comes, so that none pays for the modules of another.
 *
 * @type {Readonly<Record<string, () => Promise<import('./report.mjs').Report>>>}
 */
const benchmarks = {
  'render-parse': async () => (await import('./render-parse.mjs')).measureRenderParse(),
  'import-cost': async () => (await import('./import-cost.mjs')).measureImportCost(),
  pipeline: async () => (await import('./pipeline.mjs')).measurePipeline(),
  'token-estimate': async () => (await import('./token-estimate.mjs')).measureTokenEstimate(),
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } });
const unknown = positionals.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`);
  process.exit(2);
}

const machine = { node: process.version, platform: process.platform, arch: process.arch, cpus: cpus().length };
if (!values.json) console.log(`Node ${machine.node}, ${machine.platform} ${machine.arch}, ${machine.cpus} CPUs\n`);

const reports = [];
for (const [name, measure] of Object.entries(benchmarks)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.error(`measuring ${name} …`);
  const report = await measure();
  reports.push({ name, ...report, targets: report.targets.map((target) => ({ ...target, met: isMet(target) })) });
  if (!values.json) console.log(formatReport(name, report));
}
if (values.json) console.log(JSON.stringify({ machine, reports }, undefined, 2));
