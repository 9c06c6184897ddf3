/**
 * The process that makes the load, on a core of its own: the same question 16 times at once, in turn, to the API by
 * `fetch`, and to the runtime in front of it. It prints what it measured.
 */
import { fileURLToPath } from 'node:url';
import { openConnection } from './front-door/http-connection.mjs';
import { keepBusy } from './front-door/load.mjs';
import { startServer } from './front-door/server-process.mjs';
import { answer, question, target } from './aql-adapter.mjs';

/**
 * @typedef {{ readonly rounds: number, readonly warmUpMs: number, readonly warmUpCalls: number, readonly turnMs: number }} Plan
 * @typedef {{ readonly perSecond: number, readonly p50: number, readonly p99: number, readonly cpuUs: number }} Turn
 */

/** @type {Plan} */
const plan = JSON.parse(process.argv[2] ?? '{}');
const concurrency = 16;
const script = fileURLToPath(new URL('aql-server.mjs', import.meta.url));

/** @type {(port: number) => import('./front-door/open-lanes.mjs').Lanes} */
const bareLanes = (port) => {
  const url = `http://127.0.0.1:${port}${target}`;
  const expected = JSON.stringify(answer);
  const ask = async () => {
    const response = await fetch(url, { headers: { authorization: 'Bearer a-token-of-the-benchmark' } });
    const text = await response.text();
    return { isRight: response.status === 200 && text === expected, text };
  };
  return lanesOf(ask);
};

/** As an agent would call it with an ordinary client. @type {(port: number) => import('./front-door/open-lanes.mjs').Lanes} */
const fetchLanes = (port) => {
  const ask = async (/** @type {number} */ number) => {
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: callOf(number),
    });
    const text = await response.text();
    return { isRight: response.status === 200 && isRight(text, number), text };
  };
  return lanesOf(ask);
};

/** @type {(ask: (number: number) => Promise<{ isRight: boolean, text: string }>) => import('./front-door/open-lanes.mjs').Lanes} */
const lanesOf = (ask) => ({
  lanes: Array.from({ length: concurrency }, () => ({
    call: (number, onAnswer) => void ask(number).then(({ isRight: right, text }) => onAnswer(right, text)),
  })),
  close: () => undefined,
});

/** On raw sockets, as the other benchmarks do it. @type {(port: number) => Promise<import('./front-door/open-lanes.mjs').Lanes>} */
const rawLanes = async (port) => {
  const fail = (/** @type {Error} */ error) => {
    throw error;
  };
  const connections = await Promise.all(Array.from({ length: concurrency }, () => openConnection(port, fail)));
  const head = `POST /mcp HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json`;
  return {
    lanes: connections.map(({ send }) => ({
      call: (number, onAnswer) => {
        const body = callOf(number);
        send(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`, (status, text) =>
          onAnswer(status === 200 && isRight(text, number), text),
        );
      },
    })),
    close: () => {
      for (const { close } of connections) close();
    },
  };
};

/** @param {number} id */
const callOf = (id) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: question.tool, arguments: question.arguments },
  });

/** @type {(text: string, number: number) => boolean} */
const isRight = (text, number) =>
  text.includes(`"id":${number}`) && text.includes(answer.description) && text.includes('"success":true');

const upstream = await startServer([script, 'upstream'], { transport: 'http', core: 0 });
const runtime = await startServer([script, 'runtime', `http://127.0.0.1:${upstream.port}`], {
  transport: 'http',
  core: 0,
});
/** Lanes are opened for each turn: servers close connections that were idle while their neighbours were measured. */
const cases = {
  bare: () => bareLanes(upstream.port),
  raw: () => rawLanes(runtime.port),
  fetched: () => fetchLanes(runtime.port),
};

/** @type {(open: () => import('./front-door/open-lanes.mjs').Lanes | Promise<import('./front-door/open-lanes.mjs').Lanes>, milliseconds: number) => Promise<Turn & { readonly calls: number }>} */
const takeTurn = async (open, milliseconds) => {
  const { lanes, close } = await open();
  await keepBusy(lanes, Math.min(100, milliseconds / 4));
  const before = runtime.usage().cpuMs;
  const { perSecond, p50, p99, calls } = await keepBusy(lanes, milliseconds);
  const cpuUs = ((runtime.usage().cpuMs - before) * 1000) / calls;
  close();
  return { perSecond, p50, p99, cpuUs, calls };
};

try {
  for (const open of Object.values(cases)) {
    for (let calls = 0; calls < plan.warmUpCalls;) calls += (await takeTurn(open, plan.warmUpMs)).calls;
  }
  /** @type {Record<string, Turn[]>} */
  const turns = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const [name, open] of Object.entries(cases)) turns[name]?.push(await takeTurn(open, plan.turnMs));
  }
  process.stdout.write(JSON.stringify(turns));
} finally {
  await runtime.stop();
  await upstream.stop();
}
