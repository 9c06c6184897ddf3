import { Client } from '@modelcontextprotocol/client';
import { createDisk } from './disk.mjs';
import { createLine } from './line.mjs';
import { askOtherwise, sayOtherwise } from './other-prose.mjs';
import { askForConfirm, say } from './prose.mjs';
import { servePlain } from './plain.mjs';
import { readingTold } from './read-told.mjs';
import { serveRecourse } from './recourse.mjs';
import { asSentences } from './told.mjs';
import { withoutFact } from './without-facts.mjs';

/**
 * The setup of a server. `stores` and `kept` represent the disk: they outlive the process.
 *
 * @typedef {{ counted: { name: string, at: number }[] }} Kept
 * @typedef {{ world: import('../world/create-world.mjs').World, time: import('../world/time.mjs').Time, host: { crash: () => void }, stores: any, kept: Kept }} Setup
 */

const servings = {
  plain: servePlain,
  /** The plain SDK again, in other words. */
  other: (/** @type {Setup} */ setup) => servePlain(setup, { say: sayOtherwise, ask: askOtherwise }),
  /** The plain SDK on a server that sets `isError` on every failure and question, and on one that sets it on none. */
  flagged: (/** @type {Setup} */ setup) => servePlain(setup, wordsWith(true)),
  unflagged: (/** @type {Setup} */ setup) => servePlain(setup, wordsWith(false)),
  /** Recourse, with its failures as sentences that state the same facts. */
  told: (/** @type {Setup} */ setup) => serveTold(setup, 'told'),
  reworded: (/** @type {Setup} */ setup) => serveTold(setup, 'reworded'),
  recourse: serveRecourse,
};

/** @type {(isError: boolean) => { say: typeof say, ask: typeof askForConfirm }} */
const wordsWith = (isError) => ({
  say: (...given) => ({ ...say(...given), isError }),
  ask: (...given) => ({ ...askForConfirm(...given), isError }),
});

/** @type {(setup: Setup, wording: import('./told.mjs').WordingName) => Promise<any>} */
const serveTold = async (setup, wording) => {
  const served = await serveRecourse(setup);
  return { ...served, transport: asSentences(served.transport, wording) };
};

/** @typedef {keyof typeof servings} ServingName */

/**
 * Runs a server as a process would: it can be started, it can die in mid-call, and it can be started again.
 *
 * @param {ServingName} serving
 * @param {{ world: import('../world/create-world.mjs').World, time: import('../world/time.mjs').Time, wire: readonly import('../world/scenarios.mjs').WireFault[], removed?: import('./without-facts.mjs').Removed, readsTold?: boolean }} options `readsTold`: the client reads sentences by patterns
 */
export const createHost = (serving, { world, time, wire, removed, readsTold }) => {
  const disk = createDisk(time);
  /** @type {Kept} */
  const kept = { counted: [] };
  /** @type {import('./line.mjs').Recorded[]} */
  const calls = [];
  /** @type {(() => Promise<void>)[]} */
  const closing = [];
  const left = wire.map((fault) => ({ ...fault, seen: 0 }));

  const start = async () => {
    const life = { alive: true };
    const host = {
      crash: () => {
        if (!life.alive) return;
        life.alive = false;
        disk.release(life);
        void line.crash();
      },
    };
    const served = await servings[serving]({ world, time, host, stores: disk.openFor(life), kept });
    const { close } = served;
    const transport = removed === undefined ? served.transport : withoutFact(served.transport, removed);
    const line = createLine({ transport, wire: left, world, time, host, calls });
    const client = new Client({ name: 'agent', version: '1.0.0' });
    closing.push(() => client.close(), close);
    await client.connect(readsTold ? readingTold(line.transport) : line.transport);
    return client;
  };
  return {
    start,
    calls,
    close: async () => {
      for (const close of closing) await close().catch(() => undefined);
    },
  };
};
