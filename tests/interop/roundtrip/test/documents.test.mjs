import { expect, it } from 'vitest';
import { documents } from '../src/documents.mjs';
import { judge } from '../src/judge.mjs';
import { baselineOf, shortfallsOf } from '../src/records.mjs';
import { runApart } from '../src/run-apart.mjs';

/** Always the same operations of each document. `npm run roundtrip` calls all, also those of the largest documents. */
const sample = 8;
const large = new Set(['docusign', 'github', 'kubernetes']);

it.each(Object.keys(documents).filter((name) => !large.has(name)))('sends what %s describes', async (name) => {
  const result = await runApart(name, { sample });
  expect(judge(result, { baseline: baselineOf(name), allowed: shortfallsOf(name) })).toEqual([]);
});
