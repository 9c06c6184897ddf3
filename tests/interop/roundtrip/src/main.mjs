/**
 * Calls every operation of the adapters generated from published documents, and checks each request.
 *
 * node src/main.mjs                     every operation of every document
 * node src/main.mjs stripe twilio       only these documents
 * node src/main.mjs --sample 40         at most so many operations of each document, always the same
 * node src/main.mjs --json results.json also writes every result, with all failures, to a file
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { documents } from './documents.mjs';
import { judge } from './judge.mjs';
import { baselineOf, shortfallsOf } from './records.mjs';
import { renderReport } from './report.mjs';
import { runApart } from './run-apart.mjs';

const { values, positionals } = parseArgs({
  options: { sample: { type: 'string' }, json: { type: 'string' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(documents, name));
if (unknown.length > 0) {
  console.error(`Unknown document ${unknown.join(', ')}. Documents: ${Object.keys(documents).join(', ')}.`);
  process.exit(2);
}

const names = positionals.length > 0 ? positionals : Object.keys(documents);
const results = [];
for (const name of names) {
  const result = await runApart(name, { sample: values.sample });
  results.push(result);
  const broken = judge(result, { baseline: baselineOf(name), allowed: shortfallsOf(name) });
  console.log(`${broken.length === 0 ? 'ok' : 'FAILED'}  ${name}  ${result.seconds.toFixed(1)} s`);
  for (const each of broken) console.log(`  ${each}`);
  if (broken.length > 0) process.exitCode = 1;
}
console.log(`\n${renderReport(results)}`);
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results, undefined, 2));
