import { median, quantile } from '../statistics.mjs';
import { openLines } from './line-connection.mjs';
import { shakeHands } from './open-lanes.mjs';
import { layOurPackages } from './our-packages.mjs';
import { startServer } from './server-process.mjs';
import { coldStartTargets } from './targets.mjs';
import { stdioVariants } from './variants.mjs';
import { request } from './wires.mjs';

/** From the start of the process to the first answer to `tools/list`. @type {(options: import('../report.mjs').Options) => Promise<import('../report.mjs').Report>} */
export const measureColdStart = async ({ quick, only }) => {
  await layOurPackages();
  const [discarded, counted] = quick ? [1, 3] : [3, 20];
  const variants = stdioVariants.filter(({ name }) => !only || only.some((part) => name.includes(part)));
  const times = new Map(variants.map(({ name }) => [name, /** @type {number[]} */ ([])]));
  const memory = new Map(variants.map(({ name }) => [name, /** @type {number[]} */ ([])]));
  for (let round = -discarded; round < counted; round += 1) {
    for (const variant of variants) {
      const { milliseconds, rssMb } = await startOnce(variant);
      if (round < 0) continue;
      times.get(variant.name)?.push(milliseconds);
      memory.get(variant.name)?.push(rssMb);
    }
  }
  const sdk = times.get('SDK 2.4, 2025');
  return {
    tables: [
      {
        title: `milliseconds from spawn to the first answer to tools/list over stdio, ${counted} starts each, in turn`,
        columns: [
          { name: 'server' },
          { name: 'median' },
          { name: 'least' },
          { name: 'most' },
          { name: 'RSS MB' },
          { name: '× SDK 2.4, 2025', digits: 2 },
        ],
        rows: [...times].map(([name, own]) => [
          name,
          median(own),
          quantile(own, 0),
          quantile(own, 1),
          median(memory.get(name) ?? []),
          sdk ? compare(own, sdk) : Number.NaN,
        ]),
      },
    ],
    targets: coldStartTargets((name) => times.get(name), compare),
    notes: ['the older era begins with a handshake: initialize, its answer, then tools/list'],
  };
};

/** Round by round, as the machine has fast and slow minutes. @type {(ours: readonly number[], other: readonly number[]) => number} */
const compare = (ours, other) => median(ours.map((time, round) => time / (other[round] ?? Number.NaN)));

/** @param {import('./variants.mjs').Variant} variant */
const startOnce = async ({ name, script, era }) => {
  const started = performance.now();
  const server = await startServer(script, { transport: 'stdio' });
  const lines = openLines(server.child.stdin, server.child.stdout);
  if (era === '2025') await shakeHands(lines);
  /** @type {string} */
  const answer = await new Promise((resolve) =>
    lines.send(1, `${JSON.stringify(request(era, 1, 'tools/list'))}\n`, resolve),
  );
  const milliseconds = performance.now() - started;
  if (!answer.includes('"name":"echo"')) throw new Error(`${name} does not list its tool: ${answer.slice(0, 500)}`);
  const { rssMb } = server.usage();
  await server.stop();
  return { milliseconds, rssMb };
};
