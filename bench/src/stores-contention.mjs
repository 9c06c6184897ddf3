import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const processes = 4;
const program = fileURLToPath(new URL('./stores-contender.mjs', import.meta.url));

/**
 * Several processes that reserve in one SQLite file as fast as they can: how long their event loops are held up, and
 * what by.
 *
 * @param {string} folder
 * @param {boolean} quick
 */
export const measureContention = async (folder, quick) => {
  const seconds = quick ? 1 : 6;
  const rounds = quick ? 1 : 5;
  const rows = [];
  for (let round = 0; round < rounds; round += 1) {
    const file = path.join(folder, `contention-${round}.db`);
    const contenders = Array.from({ length: processes }, () =>
      fork(program, [file, String(seconds)], { execArgv: [] }),
    );
    const answers = await Promise.all(contenders.map(async (contender) => (await once(contender, 'message'))[0]));
    const sum = (name) => answers.reduce((total, answer) => total + answer[name], 0);
    const most = (name) => Math.max(...answers.map((answer) => answer[name]));
    rows.push([
      round + 1,
      sum('decisions') / seconds,
      most('p50'),
      most('p99'),
      most('max'),
      most('slowest'),
      sum('held'),
      sum('running'),
      sum('queued'),
      sum('held') - sum('running') - sum('queued'),
    ]);
  }
  return {
    title: `SQLite, ${processes} processes that reserve as fast as they can for ${seconds} s, 16 at a time each; milliseconds, the worst of them`,
    columns: [
      { name: 'run' },
      { name: 'decisions/s' },
      { name: 'loop p50', digits: 1 },
      { name: 'loop p99', digits: 1 },
      { name: 'loop max' },
      { name: 'slowest decision' },
      { name: 'delays > 15 ms, total' },
      { name: 'running' },
      { name: 'waiting for a core' },
      { name: 'lock, disk, other' },
    ],
    rows,
  };
};
