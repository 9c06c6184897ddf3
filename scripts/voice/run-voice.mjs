import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addedLines } from './added-lines.mjs';
import { compareCounts, countHits, keyOf, refusedRises } from './counts.mjs';
import { findHits } from './find-hits.mjs';
import { patterns } from './patterns.mjs';
import { renderHit, renderSummary } from './summary.mjs';

const baselineFile = 'scripts/voice/baseline.json';
const names = patterns.map(({ name }) => name);
const shownHits = 20;

/**
 * Counts the patterns in a repository and compares them with its baseline. `list` prints every match whose file or
 * pattern starts with one of the given words; `write` stores lower counts.
 *
 * @param {{ readonly root: string, readonly write?: boolean, readonly list?: readonly string[] | undefined }} options
 * @param {(line: string) => void} print
 * @returns {number} The exit code: 1 if a count rose or too little was read.
 */
export const runVoice = ({ root, write = false, list }, print) => {
  const { files, passages, hits } = findHits(root);
  if (files === 0 || passages.string === 0 || passages.prose === 0) {
    print(`Read ${files} files, ${passages.string} strings and ${passages.prose} pages: too few for a check.`);
    return 1;
  }
  if (list) {
    const listed = hits.filter(({ file, pattern }) => list.every((word) => pattern === word || file.startsWith(word)));
    for (const hit of listed) print(renderHit(hit));
    print(`${listed.length} matches.`);
    return 0;
  }
  const current = countHits(hits, names);
  const baseline = readBaseline(root);
  if (write) return writeBaseline(root, baseline, current, print);

  print(renderSummary(hits, patterns));
  const { rises, falls } = compareCounts(baseline, current);
  const fallen = falls.reduce((sum, { before, now }) => sum + before - now, 0);
  if (fallen > 0) print(`\n${fallen} fewer than the baseline. Lower it: node scripts/voice.mjs --write`);
  if (rises.length === 0) return 0;
  const isAdded = addedLines(root, baselineFile);
  for (const { key, before, now } of rises) {
    const found = hits.filter((hit) => keyOf(hit) === key);
    const added = found.filter(({ file, line }) => isAdded(file, line));
    const shown = added.length > 0 ? added : found;
    print(`\n${key}: ${now}, the baseline allows ${before}. Write instead: ${adviceFor(key)}`);
    for (const hit of shown.slice(0, shownHits)) print(renderHit(hit));
    if (shown.length > shownHits) print(`  … and ${shown.length - shownHits} more`);
  }
  print('\nRewrite these lines. If they only moved from another area: node scripts/voice.mjs --write');
  return 1;
};

/** @type {(key: string) => string | undefined} */
const adviceFor = (key) => patterns.find(({ name }) => key.endsWith(` ${name}`))?.instead;

/** @type {(root: string) => import('./counts.mjs').Baseline} */
const readBaseline = (root) => {
  const file = path.join(root, baselineFile);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { patterns: [], counts: {} };
};

/** @type {(root: string, before: import('./counts.mjs').Baseline, now: import('./counts.mjs').Baseline, print: (line: string) => void) => number} */
const writeBaseline = (root, before, now, print) => {
  const refused = refusedRises(before, now);
  for (const rise of refused) print(`${rise.key}: ${rise.now}, the baseline allows ${rise.before} in all areas.`);
  if (refused.length > 0) {
    print('The baseline is only lowered. Rewrite the new lines; node scripts/voice.mjs shows them.');
    return 1;
  }
  writeFileSync(path.join(root, baselineFile), `${JSON.stringify(now, null, 2)}\n`);
  print(`Wrote ${baselineFile}: ${Object.values(now.counts).reduce((sum, count) => sum + count, 0)} matches.`);
  return 0;
};
