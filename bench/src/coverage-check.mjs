import { lstatSync, readdirSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createCoverageServer } from '@recourse/server-coverage';
import { createLargeProject } from './coverage-project.mjs';
import { median, quantile } from './statistics.mjs';

const fullFiles = 20_000;
const quickFiles = 1000;
const fullRounds = 15;
const quickRounds = 2;

/**
 * A `check` of an existing profile in a project of 20,000 files vs. a walk that lists every folder and asks for the
 * facts of every file. Both are measured in turn in this process, and everything is in the page cache.
 *
 * @type {(options: import('./report.mjs').Options) => Promise<import('./report.mjs').Report>}
 */
export const measureCoverageCheck = async ({ quick }) => {
  const [fileCount, rounds] = quick ? [quickFiles, quickRounds] : [fullFiles, fullRounds];
  const root = await createLargeProject(fileCount);
  try {
    const subjects = {
      walk: () => walk(root, fileCount),
      'synchronous walk': () => walkSync(root, fileCount),
      check: checkOf(root, fileCount),
    };
    const names = /** @type {readonly (keyof typeof subjects)[]} */ (Object.keys(subjects));
    /** @type {Record<keyof typeof subjects, number[]>} */
    const times = { walk: [], 'synchronous walk': [], check: [] };
    let longestPause = 0;
    for (let round = -1; round < rounds; round += 1) {
      for (const name of names) {
        const pause = watchPauses();
        const started = performance.now();
        await subjects[name]();
        const milliseconds = performance.now() - started;
        const longest = pause();
        // The first round warms up.
        if (round < 0) continue;
        times[name].push(milliseconds);
        if (name === 'check') longestPause = Math.max(longestPause, longest);
      }
    }
    const ratios = times.check.map((milliseconds, round) => milliseconds / (times.walk[round] ?? Number.NaN));
    return {
      tables: [
        {
          title: `${fileCount} files, in a git repository; milliseconds, ${rounds} alternating rounds`,
          columns: [
            { name: 'what' },
            { name: 'median', digits: 0 },
            { name: 'least', digits: 0 },
            { name: 'p90', digits: 0 },
          ],
          rows: Object.entries(times).map(([name, all]) => [name, median(all), Math.min(...all), quantile(all, 0.9)]),
        },
      ],
      targets: [{ what: 'check vs. a bare directory walk', measured: median(ratios), limit: 5, unit: '×' }],
      notes: [`The event loop of the server stood still for ${longestPause.toFixed(0)} ms at most during a check.`],
    };
  } finally {
    await rm(root, { recursive: true });
  }
};

/**
 * @param {string} root
 * @param {number} expected
 */
const walk = async (root, expected) => {
  const waiting = [root];
  let files = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.name === '.git') continue;
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(place);
      else files += (await lstat(place)).isFile() ? 1 : 0;
    }
  }
  if (files !== expected + 3) throw new Error(`The walk found ${files} files`);
};

/**
 * @param {string} root
 * @param {number} expected
 */
const walkSync = (root, expected) => {
  const waiting = [root];
  let files = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === '.git') continue;
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(place);
      else files += lstatSync(place).isFile() ? 1 : 0;
    }
  }
  if (files !== expected + 3) throw new Error(`The synchronous walk found ${files} files`);
};

/**
 * @param {string} root
 * @param {number} expected
 */
const checkOf = (root, expected) => {
  const server = createCoverageServer({ root, mode: 'ci' });
  return async () => {
    const outcome = await server.call({
      tool: 'check',
      arguments: { fromProfile: true, profile: 'lcov.info' },
      caller: { transport: 'in-process', local: true },
    });
    // An answer about less would be fast for the wrong reason.
    const value = /** @type {any} */ (outcome.ok ? outcome.value : {});
    if (value.overall?.total !== expected * 40 || value.provenance?.dirty !== false)
      throw new Error(JSON.stringify(outcome));
  };
};

/** Returns a function that stops watching and returns the longest time without a turn of the event loop. */
const watchPauses = () => {
  let [last, longest] = [performance.now(), 0];
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return Math.max(longest, performance.now() - last);
  };
};
