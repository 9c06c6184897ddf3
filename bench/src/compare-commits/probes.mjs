import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const subject = path.join(path.dirname(fileURLToPath(import.meta.url)), 'subject.mjs');
const calls = { pipeline: 60_000, http: 12_000, stdio: 150_000 };
/** V8 optimises for the first thousands of calls, and its threads count as time of the process. */
const warmUp = { http: 12_000, stdio: 30_000 };
const lanes = 16;

const start = ({ folder }, ...words) => {
  const child = spawn(process.execPath, [subject, ...words.map(String)], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
};

const stop = async (child) => {
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
};

/** Processor time of a process so far, in microseconds. Linux counts it in ticks of 10 ms. */
const processorTime = async (pid) => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
};

const message = (id) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'add', arguments: { a: 1, b: id } } });

const post = (url, agent, id) =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => (text.includes(`"sum":${id + 1}`) ? resolve() : reject(new Error(text))));
    });
    sent.on('error', reject);
    sent.end(message(id));
  });

const measureHttp = async (packages) => {
  const { child, lines } = start(packages, 'http');
  const { value: base } = await lines.next();
  const url = new URL('/mcp', base);
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const load = async (count) => {
    let next = 0;
    const lane = async () => {
      while (next < count) await post(url, agent, (next += 1));
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };
  await load(warmUp.http);
  const before = await processorTime(child.pid);
  await load(calls.http);
  const spent = (await processorTime(child.pid)) - before;
  agent.destroy();
  await stop(child);
  return spent / calls.http;
};

const initialize = {
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'compare', version: '1' } },
};

const shakeHands = async ({ child, lines }) => {
  child.stdin.write(`${JSON.stringify(initialize)}\n`);
  await lines.next();
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
};

const measureStdio = async (packages) => {
  const started = start(packages, 'stdio');
  const { child, lines } = started;
  await shakeHands(started);
  const load = async (from, count) => {
    for (let sent = 0; sent < count; sent += 100) {
      child.stdin.write(Array.from({ length: 100 }, (_, index) => `${message(from + sent + index)}\n`).join(''));
      for (let read = 0; read < 100; read += 1) {
        const { value } = await lines.next();
        if (!value?.includes('"sum"')) throw new Error(String(value));
      }
    }
  };
  await load(1, warmUp.stdio);
  const before = await processorTime(child.pid);
  await load(1 + warmUp.stdio, calls.stdio);
  const spent = (await processorTime(child.pid)) - before;
  await stop(child);
  return spent / calls.stdio;
};

/** Processor time of ten processes until each has answered its first call, in milliseconds per process. */
const measureColdStart = async (packages) => {
  let spent = 0;
  for (let index = 0; index < 10; index += 1) {
    const started = start(packages, 'stdio');
    await shakeHands(started);
    started.child.stdin.write(`${message(1)}\n`);
    await started.lines.next();
    spent += await processorTime(started.child.pid);
    await stop(started.child);
  }
  return spent / 10 / 1000;
};

const measurePipeline = async (packages) => {
  const { child, lines } = start(packages, 'pipeline', calls.pipeline);
  const ended = once(child, 'close');
  const { value } = await lines.next();
  await ended;
  if (value === undefined) throw new Error(`${packages.folder} made no calls`);
  return Number(value);
};

export const probes = {
  pipeline: { measure: measurePipeline, unit: 'µs' },
  http: { measure: measureHttp, unit: 'µs' },
  stdio: { measure: measureStdio, unit: 'µs' },
  'cold start': { measure: measureColdStart, unit: 'ms' },
};
