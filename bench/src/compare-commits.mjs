/**
 * Compares the processor time of two checkouts, round by round in turn, because a shared machine has fast and slow
 * minutes. Both must be installed and built.
 *
 * node bench/src/compare-commits.mjs <other checkout> [--rounds 7]
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { layPackages } from './compare-commits/lay-packages.mjs';
import { probes } from './compare-commits/probes.mjs';
import { median, quantile } from './statistics.mjs';

const here = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '7' } },
});
const [other] = positionals;
const rounds = Number(values.rounds);
if (other === undefined || !Number.isInteger(rounds) || rounds < 1) {
  console.error('Usage: node bench/src/compare-commits.mjs <other checkout> [--rounds 7]');
  process.exit(2);
}

const before = await layPackages(path.resolve(other));
const after = await layPackages(here);
console.log(
  `probe                 before     after   ratio   (processor time, median of ${rounds} rounds; least, most)`,
);
for (const [name, { measure, unit }] of Object.entries(probes)) {
  const pairs = [];
  // The first round warms the file cache and is not counted.
  for (let round = -1; round < rounds; round += 1) {
    const turns = round % 2 === 0 ? [before, after] : [after, before];
    const figures = new Map();
    for (const folder of turns) figures.set(folder, await measure(folder));
    if (round >= 0) pairs.push([figures.get(before), figures.get(after)]);
  }
  const ratios = pairs.map(([one, two]) => two / one);
  const shown = [median(pairs.map(([one]) => one)), median(pairs.map(([, two]) => two))].map((figure) =>
    figure.toFixed(1).padStart(9),
  );
  const span = `${quantile(ratios, 0).toFixed(2)}, ${quantile(ratios, 1).toFixed(2)}`;
  console.log(`${name.padEnd(16)} ${shown.join(' ')} ${unit}  ${median(ratios).toFixed(3)}   (${span})`);
}
await before.remove();
await after.remove();
