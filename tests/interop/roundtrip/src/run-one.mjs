/** node src/run-one.mjs <document> [--sample n] [--only 'GET /path']: prints the result of one document as JSON. */
import { parseArgs } from 'node:util';
import { documents } from './documents.mjs';
import { runDocument } from './run-document.mjs';

const { values, positionals } = parseArgs({
  options: { sample: { type: 'string' }, only: { type: 'string' } },
  allowPositionals: true,
});
const [name] = positionals;
const started = performance.now();
const sample = values.sample === undefined ? undefined : Number(values.sample);
const result = await runDocument(documents[name](), { sample, only: values.only });
process.stdout.write(JSON.stringify({ name, seconds: (performance.now() - started) / 1000, ...result }));
