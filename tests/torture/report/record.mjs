import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Keeps finished episodes in a file, one on each line, so that a long run can be interrupted and go on later. */
export const openRecord = (file, { seed, mutant = null }) => {
  const known = file !== undefined && existsSync(file) ? readLines(file) : [];
  const mine = known.filter((line) => line.seed === seed && line.mutant === mutant);
  return {
    episodes: mine,
    has: ({ fault, number }) => mine.some(({ job }) => job.fault === fault && job.number === number),
    add: (job, setUp, episode) => {
      if (file !== undefined) appendFileSync(file, `${JSON.stringify({ seed, mutant, job, setUp, episode })}\n`);
    },
  };
};

/** The last line is incomplete if the process was killed while it wrote. */
const readLines = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line)];
      } catch {
        return [];
      }
    });
