/** Disturbs servers and clients in every way it knows, and counts effects. See docs/guarantees.md. */
import { OptionError, readOptions } from './options.mjs';
import { createProgress } from './report/progress.mjs';
import { openRecord } from './report/record.mjs';
import { renderMarkdown, renderText } from './report/table.mjs';
import { writeTable } from './report/write-table.mjs';
import { runEpisodes } from './run-episodes.mjs';
import { schedule } from './schedule.mjs';

const readOrExit = () => {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    console.error(`${error.message}\nRun 'npm run torture -- --help' for the options.`);
    return process.exit(2);
  }
};

const options = readOrExit();
if (options.help) {
  console.log(options.help);
  process.exit(0);
}
const all = schedule(options);
const count = (groups) => groups.reduce((sum, { jobs }) => sum + jobs.length, 0);
const record = openRecord(options.record, options);
const groups = all
  .map((group) => ({ ...group, jobs: group.jobs.filter((job) => !record.has(job)) }))
  .filter(({ jobs }) => jobs.length > 0);
const total = count(all);
const left = count(groups);
if (!options.json) console.error(`${left} of ${total} episodes, seed ${options.seed}`);
const onEpisode = createProgress(left, { silent: options.json });
const result = await runEpisodes(groups, { ...options, record, onEpisode });
console.log(options.json ? JSON.stringify(result, null, 2) : renderText(result));
const passed = result.rows.every(({ ok }) => ok);
const ran = result.rows.reduce((sum, { episodes }) => sum + episodes, 0);
// The guide shows complete runs that kept every rule.
if (options.write && passed && ran === total) writeTable(renderMarkdown(result));
else if (options.write)
  console.error(`docs/guarantees.md is unchanged: ${ran} of ${total} episodes, ${passed ? 'passed' : 'failed'}`);
process.exit(passed ? 0 : 1);
