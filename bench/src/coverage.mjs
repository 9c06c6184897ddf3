import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeLcov } from './coverage-file.mjs';
import { median } from './statistics.mjs';

const script = fileURLToPath(new URL('coverage-reader.mjs', import.meta.url));
const names = /** @type {const} */ (['ours', 'lcov-parse', '@friedemannsommer/lcov-parser']);
const peers = names.slice(1);
const warmUpRounds = 5;
const fullRounds = 40;
const quickRounds = 3;
/** How often the same files come again in the second, longer profile. */
const copies = 10;
const mebibyte = 1024 * 1024;

/**
 * An LCOV file of 500,000 lines through our reader and through others.
 *
 * @type {(options: import('./report.mjs').Options) => Promise<import('./report.mjs').Report>}
 */
export const measureCoverage = async ({ quick }) => {
  const [lineCount, rounds] = quick ? [50_000, quickRounds] : [500_000, fullRounds];
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-coverage-'));
  const [short, long] = [path.join(folder, 'short.info'), path.join(folder, 'long.info')];
  try {
    const facts = await writeLcov(short, lineCount);
    await writeLcov(long, lineCount, copies);
    const times = await timeInTurn(folder, short, rounds, facts);
    const rows = [];
    for (const name of names) {
      const [idle, once, often] = [
        await peakOf(folder, name),
        await peakOf(folder, name, short),
        await peakOf(folder, name, long),
      ];
      rows.push({ name, milliseconds: median(times[name]), least: Math.min(...times[name]), idle, once, often });
    }
    return reportOf(rows, times, { lineCount, rounds, bytes: facts.bytes });
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** @typedef {{ readonly name: string, readonly milliseconds: number, readonly least: number, readonly idle: number, readonly once: number, readonly often: number }} Row */

/**
 * @param {readonly Row[]} rows
 * @param {Readonly<Record<string, readonly number[]>>} times
 * @param {{ readonly lineCount: number, readonly rounds: number, readonly bytes: number }} run
 */
const reportOf = (rows, times, { lineCount, rounds, bytes }) => {
  const ours = times['ours'] ?? [];
  const faster = ours.map((_, round) => Math.min(...peers.map((peer) => times[peer]?.[round] ?? Number.NaN)));
  const own = rows.find(({ name }) => name === 'ours');
  const others = rows.filter((row) => row !== own);
  return {
    tables: [
      {
        title: `${lineCount} lines of LCOV (${(bytes / mebibyte).toFixed(1)} MiB), median of ${rounds} alternating rounds; the most memory of a fresh process, in MiB`,
        columns: [
          { name: 'reader' },
          { name: 'ms', digits: 1 },
          { name: 'least', digits: 1 },
          { name: 'lines/ms' },
          { name: 'idle' },
          { name: 'read once' },
          { name: `${copies} × the lines` },
        ],
        rows: rows.map(({ name, milliseconds, least, idle, once, often }) => [
          name,
          milliseconds,
          least,
          lineCount / milliseconds,
          idle / mebibyte,
          once / mebibyte,
          often / mebibyte,
        ]),
      },
    ],
    targets: [
      {
        what: 'speed vs. the faster of the other two',
        // Round by round, because the machine is slower in one minute than in the next.
        measured: median(ours.map((milliseconds, round) => (faster[round] ?? Number.NaN) / milliseconds)),
        limit: 2,
        bound: /** @type {const} */ ('at least'),
        unit: '×',
      },
      {
        what: `memory for ${copies} times the lines of the same files, vs. the more economical of the other two`,
        measured: (own?.often ?? Number.NaN) / Math.min(...others.map(({ often }) => often)),
        limit: 0.5,
        unit: '×',
      },
    ],
    notes: [],
  };
};

/**
 * Every reader in a process of its own, all called in turn.
 *
 * @param {string} folder
 * @param {string} file
 * @param {number} rounds
 * @param {import('./coverage-file.mjs').Facts} expected
 */
const timeInTurn = async (folder, file, rounds, expected) => {
  const readers = await Promise.all(names.map((name) => startReader(folder, name)));
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const { name, read } of readers) {
      const { milliseconds, facts } = await read(file);
      for (const key of /** @type {const} */ (['files', 'lines', 'covered', 'branches'])) {
        // A reader that gives up at once would look fast.
        if (facts[key] !== expected[key])
          throw new Error(`${name} found ${facts[key]} ${key} instead of ${expected[key]}`);
      }
      if (round >= 0) times[name]?.push(milliseconds);
    }
  }
  for (const { stop } of readers) stop();
  return times;
};

/**
 * The most memory that a fresh process has had when it has read this file, or nothing.
 *
 * @param {string} folder
 * @param {string} name
 * @param {string} [file]
 */
const peakOf = async (folder, name, file) => {
  const { read, idleBytes, stop } = await startReader(folder, name);
  const peakBytes = file === undefined ? idleBytes : (await read(file)).peakBytes;
  stop();
  return peakBytes;
};

/**
 * @param {string} folder
 * @param {string} name
 */
const startReader = async (folder, name) => {
  const child = fork(script, [name, folder], { execArgv: ['--max-old-space-size=8192'] });
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error(`${name} has ended`)));
  const [{ idleBytes }] = await once(child, 'message', { signal: ended.signal });
  return {
    name,
    idleBytes,
    /** @param {string} file */
    read: async (file) => {
      child.send(file);
      const [answer] = await once(child, 'message', { signal: ended.signal });
      return answer;
    },
    stop: () => child.disconnect(),
  };
};
