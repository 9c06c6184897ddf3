/** The recovery benchmark: `npm run bench:recovery -- --help`. */
import { countTokens } from './measure/count-tokens.mjs';
import { flagPairs, formPairs, measure, otherPairs, pairs, removalPairs } from './measure/measure.mjs';
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

const { seeds, only, both, processes, json, write, model } = options;
if (model) {
  const { main } = await import('./model/main.mjs');
  process.exitCode = await main({ model, seeds, json }).catch((/** @type {Error} */ { message }) => {
    console.error(`The model could not be measured: ${message}`);
    return 2;
  });
  process.exit();
}
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
const asProcesses = processes ? await (await import('./processes/compare.mjs')).compareProcesses(seeds[0]) : undefined;
const { controls } = measured;
const first = running.length - (both ? otherPairs.length : 0);

if (json) {
  const agents = agentsOf(running.slice(0, first), measured.totals);
  const others = both ? { elsewhere: elsewhereOf(otherPairs, measured.totals.slice(first)) } : {};
  console.log(
    JSON.stringify(
      { agents, ...others, seeds, controls, ...(asProcesses && { processes: asProcesses }) },
      undefined,
      2,
    ),
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
if (asProcesses && !json)
  for (const { wire, same, runs, others } of asProcesses)
    console.log(`Over ${wire}, ${same} of ${runs} scenarios came out as in memory. ${others.join(' ')}`);
if (write) {
  const unseen = seeds.map((seed) => seed + 1_000);
  const contractOnly = pairs.filter(({ agent }) => agent === 'contract');
  const some = seeds.slice(0, 5);
  /** @type {(of: readonly number[], running: any) => ReturnType<typeof measure>} */
  const more = (of, running) =>
    measure({ seeds: of, pairs: running, countTokens, onSeed: (seed) => console.error(`seed ${seed} …`) });
  const { writeUp } = await import('./report/write-up.mjs');
  await writeUp({
    measured,
    seeds,
    asProcesses,
    unseen,
    elsewhere: await more(unseen, contractOnly),
    removed: await more(some, removalPairs),
    forms: await more(some, formPairs),
    flags: await more(some, flagPairs),
  });
}
for (const leak of controls.leaks) console.error(leak);
if (controls.leaks.length > 0 || controls.clean.passed < controls.clean.runs) {
  console.error('A control has failed: the figures mean nothing.');
  process.exitCode = 1;
}
