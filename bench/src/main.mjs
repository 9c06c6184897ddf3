/**
 * Runs the benchmarks that are named on the command line, or all of them. A missed target is said and changes no
 * exit code: these are measurements on whatever machine this is, and no tests.
 *
 * --json          one JSON document on stdout
 * --quick         a smoke run: does everything work? Its figures are not to be quoted.
 * --only <part>   of the front door, only the servers whose name has this in it; may be given several times; of the
 *                 stores, `overload` is only that table
 * --write         writes docs/benchmarks.md and its chart, from a full run
 */
import { parseArgs } from 'node:util';
import { machineOf } from './machine.mjs';
import { watchOthers } from './others.mjs';
import { distanceOf, formatReport, isMet } from './report.mjs';

/**
 * Each is loaded when its turn comes, so that none pays for the modules of another.
 *
 * @type {Readonly<Record<string, (options: import('./report.mjs').Options) => Promise<import('./report.mjs').Report>>>}
 */
const benchmarks = {
  'render-parse': async (options) => (await import('./render-parse.mjs')).measureRenderParse(options),
  'import-cost': async (options) => (await import('./import-cost.mjs')).measureImportCost(options),
  pipeline: async (options) => (await import('./pipeline.mjs')).measurePipeline(options),
  client: async (options) => (await import('./client.mjs')).measureClient(options),
  http: async (options) => (await import('./front-door/measure-load.mjs')).measureHttp(options),
  stdio: async (options) => (await import('./front-door/measure-load.mjs')).measureStdio(options),
  'cold-start': async (options) => (await import('./front-door/cold-start.mjs')).measureColdStart(options),
  stores: async (options) => (await import('./stores.mjs')).measureStores(options),
  runs: async (options) => (await import('./runs.mjs')).measureRuns(options),
  github: async (options) => (await import('./github.mjs')).measureGitHub(options),
  aql: async (options) => (await import('./aql.mjs')).measureAql(options),
  coverage: async (options) => (await import('./coverage.mjs')).measureCoverage(options),
  'coverage-check': async (options) => (await import('./coverage-check.mjs')).measureCoverageCheck(options),
  tokens: async () => (await import('./tokens.mjs')).measureTokens(),
  'token-estimate': async () => (await import('./token-estimate.mjs')).measureTokenEstimate(),
};

/** Names for several at once. @type {Readonly<Record<string, readonly string[]>>} */
const groups = { 'front-door': ['http', 'stdio', 'cold-start'] };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    write: { type: 'boolean' },
  },
});
const names = positionals.flatMap((name) => groups[name] ?? [name]);
const unknown = names.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  const known = [...Object.keys(benchmarks), ...Object.keys(groups)];
  console.error(`No benchmark is called ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(2);
}
if (values.write && (values.quick || values.only || names.length > 0)) {
  console.error('Only a full run is written down: leave out names, --quick and --only.');
  process.exit(2);
}

const machine = machineOf();
const { quick, only } = values;
if (!values.json) console.log(`${machine.summary}\n`);
if (quick) console.error('A quick run: it shows that everything works. Its figures are not to be quoted.');

const reports = [];
for (const [name, measure] of Object.entries(benchmarks)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.error(`measuring ${name} …`);
  const started = performance.now();
  const othersShare = watchOthers();
  const report = await measure({ quick, only });
  const others = othersShare();
  reports.push({
    name,
    ...report,
    ...(others !== undefined && { others }),
    seconds: (performance.now() - started) / 1000,
    targets: report.targets.map((target) => ({ ...target, met: isMet(target), distance: distanceOf(target) })),
  });
  const share =
    others === undefined ? [] : [`other processes used ${(others * 100).toFixed(0)} % of the machine during the run`];
  if (!values.json) console.log(formatReport(name, { ...report, notes: [...report.notes, ...share] }));
}
if (values.json) console.log(JSON.stringify({ machine, quick, reports }, undefined, 2));
if (values.write) await (await import('./write-up/write-up.mjs')).writeUp(machine, reports);
