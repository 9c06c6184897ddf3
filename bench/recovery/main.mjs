/** What recovery is worth, measured: `npm run bench:recovery -- --help`. */
import { countTokens } from './measure/count-tokens.mjs';
import { measure, otherPairs, pairs, removalPairs } from './measure/measure.mjs';
import { help, readOptions } from './options.mjs';
import { agentsOf, elsewhereOf, tableOf } from './report/tables.mjs';

const options = readOptions(process.argv.slice(2));
if (typeof options === 'string') {
  console.error(`${options}\nnpm run bench:recovery -- --help tells more.`);
  process.exit(2);
}
if (options.help) {
  console.log(help);
  process.exit(0);
}

const { seeds, only, both, stdio, json, write } = options;
const running = [
  ...pairs.filter(({ agent }) => only.length === 0 || only.includes(agent)),
  ...(both ? otherPairs : []),
];
const measured = await measure({
  seeds,
  pairs: running,
  countTokens,
  onSeed: (seed) => console.error(`seed ${seed} …`),
});
const overStdio = stdio ? await (await import('./stdio/compare.mjs')).compareOverStdio(seeds[0]) : undefined;
const { controls } = measured;
const first = running.length - (both ? otherPairs.length : 0);

if (json) {
  const agents = agentsOf(running.slice(0, first), measured.totals);
  const others = both ? { elsewhere: elsewhereOf(otherPairs, measured.totals.slice(first)) } : {};
  console.log(
    JSON.stringify({ agents, ...others, seeds, controls, ...(overStdio && { over_stdio: overStdio }) }, undefined, 2),
  );
} else {
  console.log(tableOf(running.slice(0, first), measured.totals));
  if (both)
    console.log(
      `\nThe same agents in front of answers that they were not written for:\n\n${tableOf(otherPairs, measured.totals.slice(first))}`,
    );
  console.log(
    `\n${seeds.length} seeds. Controls: ${controls.clean.passed} of ${controls.clean.runs} clean runs passed, ${controls.leaks.length} leaks.`,
  );
}
if (overStdio && !json)
  console.log(`Over stdio, ${overStdio.same} of ${overStdio.runs} scenarios came out as in memory.`);
if (write) {
  const unseen = seeds.map((seed) => seed + 1_000);
  const contractOnly = pairs.filter(({ agent }) => agent === 'contract');
  const onSeed = (/** @type {number} */ seed) => console.error(`seed ${seed} …`);
  const elsewhere = await measure({ seeds: unseen, pairs: contractOnly, countTokens, onSeed });
  const removed = await measure({ seeds: seeds.slice(0, 5), pairs: removalPairs, countTokens, onSeed });
  await (
    await import('./report/write-up.mjs')
  ).writeUp({ measured, running, seeds, overStdio, unseen, elsewhere, removed });
}
for (const leak of controls.leaks) console.error(leak);
if (controls.leaks.length > 0 || controls.clean.passed < controls.clean.runs) {
  console.error('A control has failed: the figures mean nothing.');
  process.exitCode = 1;
}
