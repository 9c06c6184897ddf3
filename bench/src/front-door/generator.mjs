/**
 * The process that makes the load: starts all servers that its argument names, then goes from one to the next in
 * short turns, in another order each round, and prints what it measured. Turns are short so that a slow moment of
 * the machine meets neighbours alike.
 */
import { keepBusy } from './load.mjs';
import { connectTo } from './open-lanes.mjs';
import { canPin, startServer } from './server-process.mjs';
import { createSqliteState } from './sqlite-state.mjs';
import { httpVariants, stdioVariants } from './variants.mjs';

/**
 * @typedef {{ readonly one: import('./load.mjs').Slice, readonly many: import('./load.mjs').Slice, readonly cpuMs: number }} Turn
 * @typedef {{ readonly name: string, readonly turns: readonly Turn[], readonly rssMb: number }} Measured
 * @typedef {{ readonly transport: 'http' | 'stdio', readonly rounds: number, readonly warmUpMs: number, readonly warmUpCalls: number, readonly oneMs: number, readonly manyMs: number, readonly only?: readonly string[] }} Plan
 */

/** @type {Plan} */
const plan = JSON.parse(process.argv[2] ?? '{}');
const concurrency = 16;

/** @param {import('./variants.mjs').Variant} variant */
const prepare = async (variant) => {
  const state = variant.hasStores ? await createSqliteState() : undefined;
  const script = [...variant.script, ...(state ? [state.file] : [])];
  const server = await startServer(script, { transport: variant.transport, core: 0 });
  const open = await connectTo(variant, server, state?.headers ?? {});
  /** @type {Turn[]} */
  const turns = [];
  return { variant, server, open, turns, stop: () => server.stop().then(() => state?.remove()) };
};
/** @typedef {Awaited<ReturnType<typeof prepare>>} Candidate */

/** @type {(candidate: Candidate, lanes: number, milliseconds: number) => Promise<{ slice: import('./load.mjs').Slice, cpuMs: number }>} */
const load = async ({ open, server }, lanes, milliseconds) => {
  const opened = await open(lanes);
  // The first moments belong to new connections and to a server that was asleep.
  await keepBusy(opened.lanes, Math.min(100, milliseconds / 4));
  const before = server.usage().cpuMs;
  const slice = await keepBusy(opened.lanes, milliseconds);
  const cpuMs = server.usage().cpuMs - before;
  opened.close();
  return { slice, cpuMs };
};

const longestWarmUp = 10;

/** By the clock and by the number of calls: a slow server on a busy machine needs longer until it is compiled. @param {Candidate} candidate */
const warmUp = async (candidate) => {
  let calls = 0;
  for (let turn = 0; turn < longestWarmUp && (turn === 0 || calls < plan.warmUpCalls); turn += 1) {
    calls += (await load(candidate, concurrency, plan.warmUpMs)).slice.calls;
  }
};

/** @type {(variant: import('./variants.mjs').Variant) => boolean} */
const isWanted = ({ name }) => plan.only === undefined || plan.only.some((part) => name.includes(part));

/** @type {<Item>(items: readonly Item[]) => readonly Item[]} */
const shuffle = (items) =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);

/**
 * Keeps this process awake on its own core. Waking it cost our server about a fifth of a call, and only the servers
 * that are too slow to keep it busy would pay for that.
 */
const stayAwake = () => {
  if (isAwake) setImmediate(stayAwake);
};
let isAwake = canPin;
stayAwake();

/** @type {Candidate[]} */
const candidates = [];
try {
  const variants = plan.transport === 'http' ? httpVariants : stdioVariants;
  for (const variant of variants.filter(isWanted)) {
    const candidate = await prepare(variant);
    candidates.push(candidate);
    await warmUp(candidate);
  }
  /** @type {Map<string, number>} */
  const memory = new Map();
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const candidate of shuffle(candidates)) {
      const one = await load(candidate, 1, plan.oneMs);
      const many = await load(candidate, concurrency, plan.manyMs);
      candidate.turns.push({ one: one.slice, many: many.slice, cpuMs: many.cpuMs });
      memory.set(candidate.variant.name, candidate.server.usage().rssMb);
    }
  }
  /** @type {Measured[]} */
  const measured = candidates.map(({ variant: { name }, turns }) => ({
    name,
    turns,
    rssMb: memory.get(name) ?? Number.NaN,
  }));
  process.stdout.write(JSON.stringify(measured));
} finally {
  for (const candidate of candidates) await candidate.stop();
  isAwake = false;
}
