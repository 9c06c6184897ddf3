/**
 * A process with one reader of LCOV: `node coverage-reader.mjs <reader> <folder>`. For each name of a file that it is
 * sent it reads the file and answers with the time, what was in it, and the most memory that it ever had.
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const [, , name = '', folder = ''] = process.argv;

/**
 * @param {readonly any[]} files
 * @param {(file: any) => readonly number[]} hitsOf
 * @param {(file: any) => number} branchesOf
 */
const factsOf = (files, hitsOf, branchesOf) => {
  const facts = { files: files.length, lines: 0, covered: 0, branches: 0 };
  for (const file of files) {
    const hits = hitsOf(file);
    facts.lines += hits.length;
    facts.covered += hits.filter((hit) => hit > 0).length;
    facts.branches += branchesOf(file);
  }
  return facts;
};

/** Both of the others give their users the same form. @param {readonly any[]} found */
const factsOfOthers = (found) =>
  factsOf(
    found,
    (file) => file.lines.details.map((/** @type {{ hit: number }} */ { hit }) => hit),
    (file) => file.branches.details.length,
  );

/** Each reads a file from the disk into the form that it gives its users. */
const readers = {
  ours: async () => {
    const { readProfile } = await import('@recourse/server-coverage/profile');
    return {
      read: (/** @type {string} */ file) => readProfile(path.basename(file), { root: folder }),
      facts: (/** @type {any} */ { files }) =>
        factsOf(
          [...files.values()],
          (file) => [...file.hits],
          (file) => file.branches.length,
        ),
    };
  },
  'lcov-parse': async () => {
    const { default: parse } = await import('lcov-parse');
    return { read: promisify(parse), facts: factsOfOthers };
  },
  '@friedemannsommer/lcov-parser': async () => {
    const { lcovParser } = await import('@friedemannsommer/lcov-parser');
    return {
      read: (/** @type {string} */ file) => lcovParser({ from: createReadStream(file) }),
      facts: factsOfOthers,
    };
  },
};

const { read, facts } = await readers[/** @type {keyof typeof readers} */ (name)]();
process.on('message', async (/** @type {string} */ file) => {
  const start = performance.now();
  const result = await read(file);
  const milliseconds = performance.now() - start;
  // Before the facts are counted, which costs memory too.
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  process.send?.({ milliseconds, peakBytes, facts: facts(result) });
});
process.send?.({ idleBytes: process.resourceUsage().maxRSS * 1024 });
