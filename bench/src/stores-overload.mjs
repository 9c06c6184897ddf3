import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./overload/generator.mjs', import.meta.url));
const key = 'ab'.repeat(32);
const multiples = [0.5, 1, 2, 5, 10];

/**
 * Goodput when more is offered than a store can take: each row is one run of the generator at a fixed rate. Capacity is
 * what is served at a rate that is certainly too high.
 *
 * @param {string} folder
 * @param {string | undefined} url
 * @param {boolean} quick
 */
export const measureOverload = async (folder, url, quick) => {
  const seconds = quick ? 4 : 20;
  /** @type {readonly (readonly [string, () => object])[]} */
  const stores = [
    ['SQLite', () => ({ kind: 'sqlite', file: path.join(folder, `overload-${randomUUID()}.db`), key })],
    ...(url === undefined
      ? []
      : [/** @type {const} */ (['PostgreSQL', () => ({ kind: 'postgres', url, key, schema: schemaName() })])]),
  ];
  const rows = [];
  const targets = [];
  for (const [name, settings] of stores) {
    for (const processes of [1, 4]) {
      console.error(`  overload: ${name}, ${processes} of them`);
      const capacity = (await run({ settings: settings(), processes, rate: 3000, seconds: quick ? 3 : 6 })).goodput;
      const measured = [];
      for (const multiple of multiples) {
        const result = await run({ settings: settings(), processes, rate: capacity * multiple, seconds });
        measured.push(result);
        rows.push([
          name,
          processes,
          multiple,
          result.offered / seconds,
          result.goodput,
          result.p50,
          result.p99,
          result.refused,
          result.failed,
          result.saturation,
          result.late,
          result.dropped,
        ]);
      }
      const peak = Math.max(...measured.map(({ goodput }) => goodput));
      const overloaded = measured.slice(multiples.indexOf(1)).map(({ goodput }) => goodput);
      targets.push({
        what: `${name}, ${processes} process${processes === 1 ? '' : 'es'}: the lowest goodput beyond capacity, of its peak`,
        measured: (100 * Math.min(...overloaded)) / peak,
        limit: 80,
        bound: /** @type {const} */ ('at least'),
        unit: '%',
      });
    }
  }
  return {
    table: {
      title: `overload: keyed calls with a handler of 5 ms, offered at a fixed rate for ${seconds} s by a process of its own; refused callers come back after retry_after_ms`,
      columns: [
        { name: 'state in' },
        { name: 'processes' },
        { name: '× capacity', digits: 1 },
        { name: 'offered/s' },
        { name: 'goodput/s' },
        { name: 'p50 ms' },
        { name: 'p99 ms' },
        { name: 'refused' },
        { name: 'failed otherwise' },
        { name: 'cores of the generator', digits: 2 },
        { name: 'its worst delay, ms' },
        { name: 'events dropped' },
      ],
      rows,
    },
    targets,
  };
};

const schemaName = () => `overload_${randomUUID().replaceAll('-', '')}`;

/** @param {object} options @returns {Promise<any>} */
const run = async (options) => {
  const generator = fork(program, [JSON.stringify(options)], { execArgv: [] });
  const [result] = await once(generator, 'message');
  await once(generator, 'exit');
  return result;
};
