/**
 * Full load on both doors at once, with calls of every kind, and every answer checked. Ends with 1 when an answer was
 * wrong, or when the server needs more than 1.2 times the memory that it needed after the first minute.
 *
 * --minutes <n>   defaults to 10; a run of less than 3 judges the answers only, because memory has not settled
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openLines } from '../front-door/line-connection.mjs';
import { shakeHands } from '../front-door/open-lanes.mjs';
import { startServer } from '../front-door/server-process.mjs';
import { createStdioClient, openHttpClient, sent } from './clients.mjs';
import { fillStores } from './fill-stores.mjs';
import { watchMemory } from './memory.mjs';
import { scenarios } from './scenarios.mjs';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error('--minutes wants a number above 0.');
  process.exit(2);
}
const runMs = minutes * 60_000;
const firstMs = Math.min(60_000, runMs / 5);
/** Collections come every few seconds, and memory goes up and down between them. */
const aroundMs = Math.min(30_000, runMs / 5);
const fewestMinutes = 3;
const limit = 1.2;
const lanesOfEach = 16;

const server = await startServer([fileURLToPath(new URL('soak-server.mjs', import.meta.url))], { transport: 'both' });

/** @type {Map<string, number>} */
const made = new Map();
/** @type {string[]} */
const wrong = [];
let isOver = false;
let lastNumber = 0;

/** @param {Error} error */
const onError = (error) => {
  if (!isOver) wrong.push(`a connection: ${error.message}`);
};
void server.ended.then(() => {
  if (isOver) return;
  console.error(`The server ended by itself:\n${server.complaints()}`);
  process.exit(1);
});

/** Each scenario as often in the list as its weight says. @param {'http' | 'stdio'} transport */
const drawFrom = (transport) => {
  const list = Object.entries(scenarios)
    .filter(([, { only = transport }]) => only === transport)
    .flatMap(([name, { weight }]) => Array.from({ length: weight }, () => name));
  return () => list[Math.floor(Math.random() * list.length)] ?? '';
};

/** @type {(client: import('./clients.mjs').Client, draw: () => string, until: number) => Promise<void>} */
const keepCalling = async (client, draw, until) => {
  while (performance.now() < until) {
    const name = draw();
    const number = (lastNumber += 1);
    try {
      await scenarios[name]?.run(client, number);
    } catch (error) {
      wrong.push(`${name} (${number}): ${error instanceof Error ? error.message : error}`);
      if (wrong.length > 100) return;
    }
    made.set(name, (made.get(name) ?? 0) + 1);
  }
};

const lines = openLines(server.child.stdin, server.child.stdout);
await shakeHands(lines);
const stdioClient = createStdioClient(lines, '2025');
const eras = Array.from({ length: lanesOfEach }, (_, index) => (index % 2 === 0 ? '2026' : '2025'));
const httpClients = await Promise.all(eras.map((era) => openHttpClient(server.port, era, onError)));
console.error('filling the stores up to their bounds …');
await fillStores(stdioClient);
console.error(`${minutes} min of load: ${lanesOfEach} callers over HTTP, ${lanesOfEach} over stdio …`);
sent.requests = 0;
const memory = watchMemory(() => server.usage().rssMb);
const started = performance.now();
const cpuBefore = server.usage().cpuMs;
const until = started + runMs;
const calling = Promise.all([
  ...httpClients.map((client) => keepCalling(client, drawFrom('http'), until)),
  ...Array.from({ length: lanesOfEach }, () => keepCalling(stdioClient, drawFrom('stdio'), until)),
]);
const patience = new Promise((resolve) => setTimeout(resolve, runMs + 30_000, 'late').unref());
if ((await Promise.race([calling, patience])) === 'late') wrong.push('some calls were never answered');
const seconds = (performance.now() - started) / 1000;
isOver = true;
const busy = (server.usage().cpuMs - cpuBefore) / (seconds * 1000);
memory.stop();
const first = memory.between(firstMs, firstMs + aroundMs);
const last = memory.between(runMs - aroundMs, seconds * 1000);
const ratio = last / first;
const judgesMemory = minutes >= fewestMinutes;
const isGood = wrong.length === 0 && (!judgesMemory || ratio <= limit);

/** @param {number} part */
const percent = (part) => `${(part * 100).toFixed(0)} %`;
for (const [name, count] of [...made].toSorted()) console.log(`${String(count).padStart(10)}  ${name}`);
console.log(`calls             ${sent.requests}, ${Math.round(sent.requests / seconds)} a second`);
const own = process.cpuUsage();
const load = (own.user + own.system) / 1e6 / seconds;
console.log(`processor         ${percent(busy)} of a core for the server, ${percent(load)} for the load`);
console.log(`wrong answers     ${wrong.length}`);
console.log(
  `RSS after ${(firstMs / 1000).toFixed(0).padStart(3)} s   ${first.toFixed(0)} MB, the middle of ${(aroundMs / 1000).toFixed(0)} s`,
);
console.log(
  `RSS at the end    ${last.toFixed(0)} MB, the middle of the last ${(aroundMs / 1000).toFixed(0)} s; ${memory.most().toFixed(0)} MB at most`,
);
const curve = memory.every(runMs / 10).map((mb) => mb.toFixed(0));
console.log(`RSS meanwhile     ${curve.join(' ')} MB`);
console.log(
  `ratio             ${ratio.toFixed(2)}, at most ${limit}${judgesMemory ? '' : ' (not judged in so short a run)'}`,
);
for (const what of wrong.slice(0, 10)) console.log(`wrong: ${what}`);
console.log(isGood ? 'good' : 'MISSED');
await server.stop();
process.exit(isGood ? 0 : 1);
