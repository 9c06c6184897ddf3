/**
 * Draws docs/first-call.svg: what `recourse call` prints, in a real run on the sample forge.
 *
 * node scripts/picture.mjs           writes the picture
 * node scripts/picture.mjs --check   writes nothing, and ends with 1 if the command prints something else by now
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drawTerminal, readTerminal } from './picture/terminal.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const picture = path.join(root, 'docs', 'first-call.svg');
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

/** One call that the client repairs by itself, and one that needs a person. */
const commands = [
  ['call', 'github', 'search', '--arg', 'qurey=tide'],
  ['call', 'github', 'merge_pull_request', '--arg', 'repo=mira/tidewater', '--arg', 'prNumber=2'],
];

const folder = mkdtempSync(path.join(tmpdir(), 'recourse-picture-'));
const lines = commands.flatMap((words, at) => [
  ...(at === 0 ? [] : ['']),
  `$ recourse ${words.join(' ')}`,
  ...stepsOf(words),
]);
rmSync(folder, { recursive: true, force: true });

if (!values.check) writeFileSync(picture, drawTerminal(lines));
else if (!isSame(lines, readTerminal(readFileSync(picture, 'utf8')))) {
  console.error('docs/first-call.svg is out of date: run node scripts/picture.mjs');
  process.exitCode = 1;
}

/** The steps that the command prints on stderr. Its answer, on stdout, is left out. */
function stepsOf(words) {
  const { GITHUB_TOKEN: _, ...environment } = process.env;
  const main = path.join(root, 'packages', 'cli', 'dist', 'main.js');
  const { stderr, error } = spawnSync(process.execPath, [main, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...environment, NO_COLOR: '1' },
  });
  if (error) throw error;
  return stderr.split('\n').filter((line) => line !== '' && !/^ {2}reference\b/u.test(line));
}

/** Compares two runs by their words: times and commit hashes differ. */
function isSame(one, other) {
  const words = (text) =>
    text
      .join(' ')
      .replaceAll(/\d+ ms/gu, 'N ms')
      .replaceAll(/\b[0-9a-f]{40}\b/gu, 'HASH')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, 'TIME')
      .split(/\s+/u)
      .filter(Boolean)
      .join(' ');
  return words(one) === words(other);
}
