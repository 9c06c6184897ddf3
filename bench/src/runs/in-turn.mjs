import { median } from '../statistics.mjs';
import { spentOn } from '../stores-servers.mjs';

/**
 * Performs subjects in turn, in an order that changes with each round, and returns the median times of each and, for
 * each round, its ratio to the first one.
 *
 * @param {Readonly<Record<string, () => Promise<unknown>>>} subjects
 * @param {{ readonly rounds: number, readonly warmUp: number }} options
 */
export const measureInTurn = async (subjects, { rounds, warmUp }) => {
  const names = Object.keys(subjects);
  /** @type {Record<string, { wall: number[], cpu: number[] }>} */
  const times = Object.fromEntries(names.map((name) => [name, { wall: [], cpu: [] }]));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name of round % 2 ? names : names.toReversed()) {
      const spent = await spentOn(async () => subjects[name]?.());
      if (round < 0) continue;
      times[name]?.wall.push(spent.wall);
      times[name]?.cpu.push(spent.cpu);
    }
  }
  const [first = ''] = names;
  return Object.entries(times).map(([name, { wall, cpu }]) => ({
    name,
    wall: median(wall),
    cpu: median(cpu),
    wallRatio: median(wall.map((value, index) => value / (times[first]?.wall[index] ?? Number.NaN))),
    cpuRatio: median(cpu.map((value, index) => value / (times[first]?.cpu[index] ?? Number.NaN))),
  }));
};
