import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Keeps finished episodes in a file, one on each line, so that a long run can be interrupted and go on later. */
export const openRecord = (file, { seed, mutant = null }) => {
  const episodes =
    file === undefined ? [] : readLines(file).filter((line) => line.seed === seed && line.mutant === mutant);
  const known = new Set(episodes.map(({ job }) => placeOf(job)));
  return {
    episodes,
    has: (job) => known.has(placeOf(job)),
    add: (job, setUp, episode) => {
      if (file !== undefined) appendFileSync(file, `${JSON.stringify({ seed, mutant, job, setUp, episode })}\n`);
    },
  };
};

const placeOf = ({ fault, number }) => `${fault} ${number}`;

/** Reads whole lines. A process that was killed while it wrote left half a line, which is ended here. */
const readLines = (file) => {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n');
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line)];
    } catch {
      return [];
    }
  });
};
