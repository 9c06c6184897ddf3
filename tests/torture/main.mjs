/** Disturbs servers and clients in every way it knows, and counts effects. See docs/guarantees.md. */
import { parseArgs } from 'node:util';
import { loadEmbeddedPostgres } from '../../packages/stores/src/testing/load-embedded-postgres.mjs';
import { faults } from './faults.mjs';
import { breaches } from './judge.mjs';
import { openLane } from './lane.mjs';
import { openPostgres } from './open-postgres.mjs';
import { startLedger } from './processes.mjs';
import { createRandom } from './random.mjs';
import { postgres, sqlite } from './stores.mjs';

const help = `Usage: npm run torture -- [--episodes N] [--fault NAME]… [--store sqlite|postgres] [--lanes N]
                          [--mutant NAME] [--skew MS] [--seed N] [--json]

Runs N episodes (default 20) of each fault and counts effects in a separate
process. Fails if an intent has two effects, if a success has none, or if more
calls end in doubt than the fault allows.

Faults: ${Object.keys(faults).join(', ')}
Mutants: answer_settles, no_look, lease_reopens; the run must fail with each.`;

const { values } = parseArgs({
  options: {
    episodes: { type: 'string', default: '20' },
    fault: { type: 'string', multiple: true },
    store: { type: 'string' },
    lanes: { type: 'string', default: '4' },
    mutant: { type: 'string' },
    skew: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const names = values.fault ?? Object.keys(faults);
const unknown = names.filter((name) => !(name in faults));
if (unknown.length > 0) {
  console.error(`There is no fault '${unknown[0]}'.\n\n${help}`);
  process.exit(2);
}

const ledger = await startLedger();
const server = values.store === 'sqlite' ? undefined : await openPostgres(loadEmbeddedPostgres);
const stores = [...(values.store === 'postgres' ? [] : [sqlite]), ...(server ? [postgres(server.url)] : [])];
const tally = new Map();
let kills = 0;

const runLane = async (store, lane, queue) => {
  const opened = await openLane({ ledger, store, mutant: values.mutant, skewMs: Number(values.skew) });
  for (let job = queue.shift(); job; job = queue.shift()) {
    const episode = await opened.run(job.name, createRandom(`${values.seed} ${store.name} ${job.name} ${job.number}`));
    const row = tally.get(`${store.name} ${job.name}`) ?? { episodes: 0, intents: 0, ends: {}, broken: [] };
    tally.set(`${store.name} ${job.name}`, row);
    row.episodes += 1;
    for (const { end } of episode.intents) {
      row.intents += 1;
      row.ends[end] = (row.ends[end] ?? 0) + 1;
    }
    row.broken.push(...(await breaches(episode, ledger)));
    if (!values.json && process.stderr.isTTY)
      process.stderr.write(`\r${queue.length} episodes left on ${store.name}   `);
  }
  kills += opened.killed.count;
  await opened.close();
};

for (const store of stores) {
  const queue = names.flatMap((name) =>
    Array.from({ length: Number(values.episodes) }, (_, number) => ({ name, number })),
  );
  // Faults in turn, so that a run that is cut short has seen all of them.
  queue.sort((one, other) => one.number - other.number);
  await Promise.all(Array.from({ length: Number(values.lanes) }, (_, lane) => runLane(store, lane, queue)));
}
ledger.close();
await server?.close();

let failed = 0;
const rows = [...tally].map(([name, { episodes, intents, ends, broken }]) => {
  const [, fault] = name.split(' ');
  const doubt = (ends.in_doubt ?? 0) / intents;
  const isOver = doubt > faults[fault].mayDoubt;
  if (broken.length > 0 || isOver) failed += 1;
  return { name, episodes, ends, doubt, allowed: faults[fault].mayDoubt, broken };
});
if (values.json) console.log(JSON.stringify({ rows, kills }, null, 2));
else {
  for (const { name, episodes, ends, doubt, allowed, broken } of rows) {
    const said = Object.entries(ends)
      .map(([end, count]) => `${end} ${count}`)
      .join(', ');
    const verdict = broken.length > 0 ? 'BROKEN' : doubt > allowed ? 'TOO MUCH DOUBT' : 'ok';
    console.log(`${verdict.padEnd(14)} ${name.padEnd(28)} ${String(episodes).padStart(5)}  ${said}`);
    for (const each of broken.slice(0, 3)) console.log(`  ${each.wrong}: ended '${each.end}'\n${each.why ?? ''}`);
  }
  const passed = rows.length - failed;
  console.log(`\n${kills} processes killed between effect and settlement\n${passed} passed, ${failed} failed`);
}
process.exit(failed === 0 ? 0 : 1);
