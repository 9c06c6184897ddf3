/**
 * The office of one scenario as a process of its own, served by Recourse over real stdio. What takes effect is written
 * into a file, and the clock is read from another, so that the one who started it can judge it and wait for it.
 *
 * node office.mjs <seed> <kind> <folder>
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serveStdio } from '@recourse/server';
import { createMemoryState } from '@recourse/engine/memory';
import { createOffice } from '../serve/recourse.mjs';
import { createWorld } from '../world/create-world.mjs';
import { createScenario } from '../world/scenarios.mjs';
import { createTime } from '../world/time.mjs';

const [seed, kind, folder] = process.argv.slice(2);
const scenario = createScenario(Number(seed), kind);
const clock = path.join(folder, 'clock.txt');
const passed = () => (existsSync(clock) ? Number(readFileSync(clock, 'utf8')) : 0);
const standing = createTime();
const time = { ...standing, now: () => standing.startedAt + passed() };
const world = createWorld({
  time,
  state: scenario.state,
  faults: scenario.faults,
  receipts: () => scenario.task.answer,
  onCommit: (line) => appendFileSync(path.join(folder, 'ledger.txt'), `${line}\n`),
});
const stores = createMemoryState({ now: time.now });
const host = { crash: () => process.exit(1) };
await serveStdio(createOffice({ world, time, host, stores, kept: { counted: [] } }));
