import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { succeed } from '@recourse/contract';
import { openStores } from '@recourse/stores';
import { median } from './statistics.mjs';
import { spentOn } from './stores-servers.mjs';

const atOnce = 16;
const hour = 3_600_000;
const call = { principal: 'ada', operation: 'close_ticket' };
const outcome = succeed({ id: 7, closed: true });

/**
 * What is measured, and what fills a store for it.
 *
 * @type {Readonly<Record<string, (stores: import('@recourse/stores').Stores, now: () => number) => () => Promise<unknown>>>}
 */
const operations = {
  'token: ask and redeem': (stores, now) => {
    const { tokens } = stores;
    const held = {
      operation: 'close_ticket',
      arguments: { id: 7 },
      principal: { id: 'ada', trust: /** @type {const} */ ('validated') },
    };
    return async () => {
      const digest = randomUUID();
      const asked = await tokens.ask({
        ...call,
        prefix: 'conf',
        digest,
        expires_at: now() + hour,
        reasons: ['A closed ticket cannot be opened again'],
        held,
        shared: false,
      });
      if (asked.state !== 'asked') throw new Error(asked.state);
      await tokens.redeem({ ...call, token: asked.token, digest, source: 'token', grade: 'any' });
    };
  },
  'key: claim, begin and settle':
    ({ replays }) =>
    async () => {
      const request = {
        ...call,
        key: randomUUID(),
        digest: 'd',
        leaseMs: 30_000,
        retentionMs: hour,
        idempotent: false,
      };
      const claim = await replays.claim(request);
      if (claim.state !== 'claimed') throw new Error(claim.state);
      await replays.begin(claim.id, 30_000);
      await replays.settle(claim.id, outcome);
    },
  'quota: reserve':
    ({ quotas }) =>
    () =>
      quotas.reserve({ ...call, key: '', rule: { metric: 'closes', count: 'attempts', windowMs: hour, stop: 1e9 } }),
  'event: deliver two':
    ({ events }, now) =>
    () => {
      const ts = new Date(now()).toISOString();
      const event = {
        ts,
        trace_id: 'a'.repeat(32),
        span_id: 'b'.repeat(16),
        subject: null,
        principal: 'ada',
        tool: 'close_ticket',
        code: null,
        effect: null,
        elapsed_ms: 1.25,
        data: { correlation_id: randomUUID(), transport: 'http' },
      };
      return events.deliver([
        { ...event, event_id: randomUUID(), type: 'TOOL_CALL_STARTED' },
        { ...event, event_id: randomUUID(), type: 'TOOL_CALL_FINISHED' },
      ]);
    },
};

/**
 * Every operation on a store that has a million rows in each table, beside one that has none, in turn.
 *
 * @param {string} folder
 * @param {boolean} quick
 */
export const measureRows = async (folder, quick) => {
  const [rows, rounds, warmUp, inRound] = quick ? [5000, 7, 2, 10] : [1_000_000, 60, 15, 40];
  // Each look at the clock is a millisecond later, so that the calls of a quota are rows of their own.
  let time = Date.now();
  const now = () => (time += 1);
  const most = { tokens: 1e9, outcomes: 1e9, events: 1e9 };
  const open = (name) => openStores({ kind: 'sqlite', file: path.join(folder, name), now, sweepEveryMs: 0, most }, {});
  const [empty, full] = [await open('empty.db'), await open('full.db')];
  for (const [name, prepare] of Object.entries(operations)) {
    console.error(`  filling: ${name}`);
    const operation = prepare(full, () => time);
    const made = name.startsWith('event') ? rows / 2 : rows;
    for (let done = 0; done < made; done += 500) await Promise.all(Array.from({ length: 500 }, operation));
  }
  const measured = [];
  for (const [name, prepare] of Object.entries(operations)) {
    const sides = [empty, full].map((stores) => ({ operation: prepare(stores, () => time), wall: [], cpu: [] }));
    for (let round = -warmUp; round < rounds; round += 1) {
      for (const { operation, wall, cpu } of sides) {
        const spent = await spentOn(async () => {
          for (let done = 0; done < inRound; done += 1) await Promise.all(Array.from({ length: atOnce }, operation));
        });
        if (round < 0) continue;
        wall.push(spent.wall / inRound / atOnce);
        cpu.push(spent.cpu / inRound / atOnce);
      }
    }
    const [none, many] = sides;
    const ratio = median(many.cpu) / median(none.cpu);
    measured.push({ name, cells: [median(none.wall), median(many.wall), median(none.cpu), median(many.cpu), ratio] });
  }
  await Promise.all([empty.close(), full.close()]);
  return {
    table: {
      title: `SQLite, ${rows.toLocaleString('en')} rows in every table beside none: microseconds, ${atOnce} at a time; median of ${rounds} rounds in turn`,
      columns: [
        { name: 'operation' },
        { name: 'µs, none', digits: 1 },
        { name: 'µs, many', digits: 1 },
        { name: 'CPU, none', digits: 1 },
        { name: 'CPU, many', digits: 1 },
        { name: '× CPU', digits: 2 },
      ],
      rows: measured.map(({ name, cells }) => [name, ...cells]),
    },
    targets: measured.map(({ name, cells }) => ({
      what: `${name}: ${rows.toLocaleString('en')} rows beside none`,
      measured: Number(cells.at(-1)),
      limit: 1.2,
      unit: '×',
    })),
  };
};
