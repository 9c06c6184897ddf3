/** Compares the stage with other servers on the same app: `npm run bench:stage -- --help`. */
import { watchOthers } from '../../src/others.mjs';
import { summarise } from '../report/summarise.mjs';
import { formatSummary } from '../report/tables.mjs';
import { countListing } from './count-listing.mjs';
import { help, readOptions } from './options.mjs';
import { openPlace } from './place.mjs';
import { runTasks } from './run-tasks.mjs';
import { measureSpeed } from './speed.mjs';

const options = readOptions(process.argv.slice(2));
if (typeof options === 'string') {
  console.error(options);
  process.exit(2);
}
if (options.help) {
  console.log(help);
  process.exit(0);
}

const { drivers, tasks } = options;
const othersShare = watchOthers();
const place = await openPlace();
const results = {};
const listings = {};
for (const driver of drivers) {
  listings[driver.name] = await countListing(driver, place);
  results[driver.name] = await runTasks(driver, tasks, place, (result) => printResult(driver, result));
}
const speed = options['no-speed']
  ? undefined
  : await measureSpeed(
      drivers.filter(({ probes }) => probes),
      place,
      { launches: 7, rounds: 12 },
    );
await place.close();
const others = othersShare();
const summary = summarise({ results, listings, ...(speed && { speed }) });
const run = { ...summary, ...(others !== undefined && { others }) };

if (options.json) console.log(JSON.stringify({ ...run, results }, undefined, 2));
else console.log(formatSummary(run));
if (options.write) await (await import('../report/write-up.mjs')).writeUp(run);
process.exit(0);

/** @param {any} driver @param {import('./run-task.mjs').TaskResult} result */
function printResult(driver, { task, outcome, calls, tokens, ms, reason = '', answers }) {
  const figures = `${calls} calls, ${tokens} tokens, ${Math.round(ms)} ms`;
  console.error(`${driver.name.padEnd(20)} ${task.padEnd(18)} ${outcome.padEnd(7)} ${figures} ${reason.slice(0, 200)}`);
  if (!options.answers) return;
  for (const { tool, arguments: given, text } of answers)
    console.error(`    ${tool} ${JSON.stringify(given)}\n      ${text.slice(0, 2_000)}`);
}
