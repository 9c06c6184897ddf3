import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { succeed } from '@recourse/contract';
import { openStores } from '@recourse/stores';
import { median } from './statistics.mjs';
import { spentOn } from './stores-servers.mjs';

const atOnce = 16;
const filledAtOnce = 500;
const hour = 3_600_000;
const call = { principal: 'ada', operation: 'close_ticket' };
const principal = { id: 'ada', trust: /** @type {const} */ ('validated') };
const outcome = succeed({ id: 7, closed: true });

/**
 * The measured operations, and how to add a row for each: both through the ports, as a server does it.
 *
 * @typedef {{ readonly run: () => Promise<unknown>, readonly fill: () => Promise<unknown> }} Operation
 * @type {Readonly<Record<string, (stores: import('@recourse/stores').Stores, now: () => number) => Operation>>}
 */
const operations = {
  'token: ask and admit': ({ tokens, admissions }, now) => {
    const ask = async () => {
      const digest = randomUUID();
      const asked = await tokens.ask({
        ...call,
        prefix: 'conf',
        digest,
        expires_at: now() + hour,
        reasons: ['A closed ticket cannot be opened again'],
        held: { operation: 'close_ticket', arguments: { id: 7 }, principal },
        shared: false,
      });
      if (asked.state !== 'asked') throw new Error(asked.state);
      return { ...call, token: asked.token, digest, required: true, source: /** @type {const} */ ('token') };
    };
    const run = async () =>
      admissions.admit({ quotas: [], confirmation: { ...(await ask()), grade: 'any' }, boundMs: hour });
    return { fill: ask, run };
  },
  'key: admit and end': ({ admissions }) => {
    const run = async () => {
      const claim = { ...call, key: randomUUID(), digest: 'd', retentionMs: hour, idempotent: false };
      const admission = await admissions.admit({ claim, quotas: [], boundMs: hour });
      if (admission.state !== 'admitted' || admission.claim === undefined) throw new Error(admission.state);
      return admissions.end({ claim: admission.claim, outcome, giveBack: [] });
    };
    return { fill: run, run };
  },
  'quota: admit': ({ admissions }) => {
    const rule = { metric: 'closes', count: /** @type {const} */ ('attempts'), windowMs: hour, stop: 1e9 };
    const run = () => admissions.admit({ quotas: [{ ...call, key: '', rule }], boundMs: hour });
    return { fill: run, run };
  },
  'event: deliver 32': ({ events }, now) => {
    const eventOf = () => ({
      event_id: randomUUID(),
      ts: new Date(now()).toISOString(),
      type: /** @type {const} */ ('TOOL_CALL_FINISHED'),
      trace_id: 'a'.repeat(32),
      span_id: 'b'.repeat(16),
      subject: null,
      principal: 'ada',
      tool: 'close_ticket',
      code: null,
      effect: null,
      elapsed_ms: 1.25,
      data: { correlation_id: randomUUID(), transport: 'http' },
    });
    return {
      fill: () => events.deliver([eventOf()]),
      run: () => events.deliver(Array.from({ length: 32 }, eventOf)),
    };
  },
};

/**
 * Measures every operation on a store with a million rows in each table and on an empty one, in turn.
 *
 * @param {string} folder
 * @param {boolean} quick
 */
export const measureRows = async (folder, quick) => {
  const [rows, rounds, warmUp, inRound] = quick ? [5000, 7, 2, 5] : [1_000_000, 60, 15, 20];
  // Each look at the clock is a millisecond later, so that every call of a quota is a row of its own.
  let time = Date.now();
  const now = () => (time += 1);
  const most = { tokens: 1e9, outcomes: 1e9, events: 1e9 };
  /** @param {string} name */
  const open = (name) => openStores({ kind: 'sqlite', file: path.join(folder, name), now, sweepEveryMs: 0, most }, {});
  const [empty, full] = [await open('empty.db'), await open('full.db')];
  for (const [name, prepare] of Object.entries(operations)) {
    console.error(`  filling: ${name}`);
    const { fill } = prepare(full, () => time);
    for (let done = 0; done < rows; done += filledAtOnce) await Promise.all(Array.from({ length: filledAtOnce }, fill));
  }
  const measured = [];
  for (const [name, prepare] of Object.entries(operations)) {
    const [none, many] = [empty, full].map((stores) => createSide(prepare(stores, () => time).run));
    if (!none || !many) continue;
    for (let round = -warmUp; round < rounds; round += 1) {
      for (const side of [none, many]) await side.measure(inRound, round >= 0);
    }
    const cells = [median(none.wall), median(many.wall), median(none.cpu), median(many.cpu)];
    measured.push({ name, cells, ratio: median(many.cpu) / median(none.cpu) });
  }
  await Promise.all([empty.close(), full.close()]);
  const many = rows.toLocaleString('en');
  return {
    table: {
      title: `SQLite, ${many} rows in every table vs. none: microseconds per operation, ${atOnce} concurrent calls; median of ${rounds} alternating rounds`,
      columns: [
        { name: 'operation' },
        { name: 'µs, none', digits: 1 },
        { name: 'µs, many', digits: 1 },
        { name: 'CPU, none', digits: 1 },
        { name: 'CPU, many', digits: 1 },
        { name: '× CPU', digits: 2 },
      ],
      rows: measured.map(({ name, cells, ratio }) => [name, ...cells, ratio]),
    },
    targets: measured.map(({ name, ratio }) => ({
      what: `${name}: ${many} rows vs. none`,
      measured: ratio,
      limit: 1.2,
      unit: '×',
    })),
  };
};

/** One of two stores that are compared. @param {() => Promise<unknown>} run */
const createSide = (run) => {
  /** @type {number[]} */
  const wall = [];
  /** @type {number[]} */
  const cpu = [];
  return {
    wall,
    cpu,
    /** @param {number} times @param {boolean} counts */
    measure: async (times, counts) => {
      const spent = await spentOn(async () => {
        for (let done = 0; done < times; done += 1) await Promise.all(Array.from({ length: atOnce }, run));
      });
      if (!counts) return;
      wall.push(spent.wall / times / atOnce);
      cpu.push(spent.cpu / times / atOnce);
    },
  };
};
