import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';

const functionsOfFile = 20;
const linesOfFile = 400;
/** Every so many lines hold a decision with two ways. */
const decisionEvery = 8;
/** With less than this left, the last file takes it all. */
const leastRest = 100;

/** @typedef {{ files: number, lines: number, covered: number, branches: number }} Facts */

/**
 * Writes an LCOV file as Istanbul writes them, with exactly so many lines, and says what is in it. The same number
 * gives the same file.
 *
 * @param {string} file
 * @param {number} lineCount
 * @param {number} copies how often the whole is repeated, as of several runs of the same files
 */
export const writeLcov = async (file, lineCount, copies = 1) => {
  const records = [];
  const facts = { files: 0, lines: 0, covered: 0, branches: 0 };
  let left = lineCount;
  while (left > 0) {
    const record = recordOf(facts, left);
    records.push(...record);
    left -= record.length;
  }
  const text = `${records.join('\n')}\n`;
  const stream = createWriteStream(file);
  for (let copy = 0; copy < copies; copy += 1) if (!stream.write(text)) await once(stream, 'drain');
  stream.end();
  await finished(stream);
  return { ...facts, bytes: Buffer.byteLength(text) * copies };
};

/**
 * @param {Facts} facts
 * @param {number} most
 */
const recordOf = (facts, most) => {
  const number = facts.files;
  const head = ['TN:', `SF:packages/part-${number % 40}/src/folder-${number % 7}/module-${number}.ts`];
  for (let index = 0; index < functionsOfFile; index += 1) {
    head.push(`FN:${index * 20 + 1},function${index}`, `FNDA:${(index * 7) % 13},function${index}`);
  }
  head.push(`FNF:${functionsOfFile}`, `FNH:${functionsOfFile - 2}`);
  const body = [];
  let [found, hit, branches, taken] = [0, 0, 0, 0];
  // The totals and the end take five lines more.
  const fullLength = head.length + linesOfFile * (1 + 2 / decisionEvery) + 5;
  const last = most < fullLength + leastRest ? most : linesOfFile;
  for (let line = 1; line <= last && head.length + body.length + 5 < most; line += 1) {
    const count = (line * 7919 + number * 31) % 11 === 0 ? 0 : (line * 37 + number) % 5000;
    body.push(`DA:${line},${count}`);
    found += 1;
    hit += count > 0 ? 1 : 0;
    if (line % decisionEvery !== 0 || head.length + body.length + 7 > most) continue;
    body.push(`BRDA:${line},${branches / 2},0,${count}`, `BRDA:${line},${branches / 2},1,${line % 3}`);
    branches += 2;
    taken += (count > 0 ? 1 : 0) + (line % 3 > 0 ? 1 : 0);
  }
  facts.files += 1;
  facts.lines += found;
  facts.covered += hit;
  facts.branches += branches;
  return [...head, ...body, `LF:${found}`, `LH:${hit}`, `BRF:${branches}`, `BRH:${taken}`, 'end_of_record'];
};
