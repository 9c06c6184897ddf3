import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createLine } from '../serve/line.mjs';
import { serveBackend } from './backend.mjs';

/** @typedef {'stdio' | 'http'} Wire */

const office = fileURLToPath(new URL('office.mjs', import.meta.url));
const env = { PATH: process.env['PATH'] ?? '' };

/**
 * Runs the office as a real process over stdio or HTTP: it is killed in the middle of a call and started again, and its
 * messages are lost, as `createHost` does in memory.
 *
 * @param {{ wire: Wire, folder: string, world: import('../world/create-world.mjs').World, time: import('../world/time.mjs').Time, faults: readonly import('../world/scenarios.mjs').WireFault[] }} options
 */
export const createProcessHost = async ({ wire, folder, world, time, faults }) => {
  /** @type {import('../serve/line.mjs').Recorded[]} */
  const calls = [];
  const left = faults.map((fault) => ({ ...fault, seen: 0 }));
  /** @type {{ kill: () => void, gone: Promise<unknown>, client?: any } | undefined} */
  let running;
  const backend = await serveBackend(world, () => running?.kill());
  const supervised = wire === 'http' ? supervise(folder, backend.url) : undefined;

  /** @type {() => Promise<any>} */
  const start = async () => {
    if (!supervised) await running?.gone;
    tellTime(folder, time);
    const opened = supervised ? await supervised.open() : openStdio(folder, backend.url);
    running = opened;
    const crash = () => {
      running?.kill();
      // Over HTTP a client is told nothing between two requests: it finds out with the one that it makes.
      if (supervised) void line.crash();
    };
    const line = createLine({ transport: opened.transport, wire: left, world, time, host: { crash }, calls });
    const outer = forwarding(line.transport, opened.transport, () => tellTime(folder, time));
    const protocol = supervised ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {};
    const client = new Client({ name: 'agent', version: '1.0.0' }, protocol);
    await client.connect(outer);
    running.client = client;
    return client;
  };
  /** Waiting takes no real time, but a process that has died takes some to be there again. */
  const sleep = async (/** @type {number} */ ms) => {
    await time.sleep(ms);
    tellTime(folder, time);
    if (supervised && running) Object.assign(running, await supervised.up());
  };
  const close = async () => {
    running?.kill();
    await running?.gone;
    await running?.client?.close().catch(() => undefined);
    await backend.close();
  };
  return { start, calls, sleep, close };
};

/** The clock of the process that is started. @type {(folder: string, time: import('../world/time.mjs').Time) => void} */
const tellTime = (folder, time) => writeFileSync(path.join(folder, 'clock.txt'), String(time.now()));

/** The line, with everything else that a client asks of a real transport. @type {(line: any, inner: any, onSend: () => void) => any} */
const forwarding = (line, inner, onSend) =>
  new Proxy(line, {
    get: (_, name) => {
      if (name === 'send')
        return (/** @type {unknown[]} */ ...given) => {
          onSend();
          return line.send(...given);
        };
      const value = name in line ? line[name] : inner[name];
      return typeof value === 'function' && !(name in line) ? value.bind(inner) : value;
    },
  });

/** @type {(folder: string, backend: string) => { transport: any, kill: () => void, gone: Promise<unknown> }} */
const openStdio = (folder, backend) => {
  const args = [office, backend];
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd: folder, env, stderr: 'ignore' });
  /** @type {() => void} */
  let isGone = () => undefined;
  const gone = new Promise((resolve) => {
    isGone = () => resolve(undefined);
  });
  const outer = new Proxy(transport, {
    set: (target, name, value) => {
      if (name !== 'onclose') return Reflect.set(target, name, value);
      return Reflect.set(target, name, () => {
        isGone();
        value?.();
      });
    },
    get: (target, name) => {
      const value = Reflect.get(target, name);
      return typeof value === 'function' && !String(name).startsWith('on') ? value.bind(target) : value;
    },
  });
  const kill = () => {
    if (transport.pid === null) isGone();
    else process.kill(transport.pid, 'SIGKILL');
  };
  return { transport: outer, kill, gone };
};

/** As a service manager does: a process that has died is started again, at the same address. @type {(folder: string, backend: string) => { up: () => Promise<{ kill: () => void, gone: Promise<unknown> }>, open: () => Promise<{ transport: any, kill: () => void, gone: Promise<unknown> }> }} */
const supervise = (folder, backend) => {
  let url = '';
  /** @type {{ child: import('node:child_process').ChildProcess, gone: Promise<unknown> } | undefined} */
  let running;
  const up = async () => {
    if (running?.child.killed) await running.gone;
    if (!running || running.child.exitCode !== null || running.child.signalCode !== null) {
      const port = url === '' ? '0' : new URL(url).port;
      const child = spawn(process.execPath, [office, backend, port], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] }); // prettier-ignore
      running = { child, gone: once(child, 'exit') };
      const [line] = await Promise.race([
        once(child.stdout, 'data'),
        running.gone.then(() => Promise.reject(new Error('The office did not start'))),
      ]);
      url = String(line).trim();
    }
    const { child, gone } = running;
    return { kill: () => child.kill('SIGKILL'), gone };
  };
  return {
    up,
    open: async () => {
      const started = await up();
      return { ...started, transport: new StreamableHTTPClientTransport(new URL(url)) };
    },
  };
};
