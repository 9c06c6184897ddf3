/**
 * Compares the test titles of an ordinary and a full run: both must run the same tests, because only repetition
 * counts may differ. Ends with 1 if they differ.
 *
 * node scripts/compare-titles.mjs                collects the titles of both without running the tests
 * node scripts/compare-titles.mjs --ran <file>   takes those of the ordinary run from the file that it has written
 *                                                because RECOURSE_TITLES named it
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { ran: { type: 'string' } } });
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(path.join(tmpdir(), 'recourse-titles-'));

const collect = async (mode) => {
  const file = path.join(folder, `${mode}.json`);
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'list', '--mode', mode, `--json=${file}`], {
    cwd: root,
    // Vitest reports files that it cannot collect on stdout.
    stdio: ['ignore', 2, 2],
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0) throw new Error(`vitest list --mode ${mode} ended with ${status}`);
  return titlesIn(file);
};

const titlesIn = (file) =>
  JSON.parse(readFileSync(file, 'utf8')).map(({ file: from, name }) => `${path.relative(root, from)} > ${name}`);

/** Titles of `some` that `others` lacks; a title that occurs twice must occur twice there, too. */
const missing = (some, others) => {
  const left = new Map();
  for (const title of others) left.set(title, (left.get(title) ?? 0) + 1);
  return some.filter((title) => {
    const count = left.get(title) ?? 0;
    left.set(title, count - 1);
    return count <= 0;
  });
};

try {
  const ordinary = values.ran === undefined ? await collect('test') : titlesIn(path.resolve(root, values.ran));
  const full = await collect('full');
  const differences = [
    ...missing(ordinary, full).map((title) => `only in npm test:          ${title}`),
    ...missing(full, ordinary).map((title) => `only in npm run test:full: ${title}`),
  ];
  for (const line of differences) console.error(line);
  console.log(
    `${ordinary.length} titles in npm test, ${full.length} in npm run test:full, ${differences.length} differ`,
  );
  if (differences.length > 0 || ordinary.length === 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
