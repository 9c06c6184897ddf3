import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { recovering } from '@recourse/client';
import { kill } from '../processes/kill.mjs';
import { openControl } from './control.mjs';
import { untilServed } from './until-served.mjs';

const relay = path.join(import.meta.dirname, '..', 'processes', 'relay.mjs');

/** A connection: the official client, the relay that it starts, and the server that the relay starts. */
const spawnConnection = ({ harness, settings, folder }, index) =>
  untilServed(async () => {
    const client = new Client({ name: 'torture', version: '0.1.0' });
    const clock = path.join(folder, `clock-${index}`);
    const connection = { client, index, isOpen: true };
    const args = [relay, JSON.stringify({ harness, settings, clock })];
    const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' });
    Object.assign(client, {
      onclose: () => {
        connection.isOpen = false;
      },
    });
    await client.connect(transport);
    return connection;
  });

/** One client for several connections, which takes them in turn. */
const inTurn = (connections) => {
  let turn = 0;
  return new Proxy(connections[0].client, {
    get: (first, name) => {
      const client = name === 'callTool' ? connections[(turn += 1) % connections.length].client : first;
      const value = Reflect.get(client, name);
      return typeof value === 'function' ? value.bind(client) : value;
    },
  });
};

/** Connects a client to as many servers as the target says; connections are taken from `pool` and given back to it. */
export const connectStdio = async (target, { wrap = (client) => client, pool, ...options }) => {
  const held = [];
  const open = async () => {
    for (let index = 0; index < target.processes; index += 1) {
      if (!held[index]?.isOpen) held[index] = pool?.take(index) ?? (await spawnConnection(target, index));
    }
    return wrap(inTurn(held));
  };
  const client = await untilServed(async () => {
    const connected = recovering(await open(), { ...options, reconnect: open });
    await connected.listTools();
    return connected;
  });
  return {
    recover: client.recover,
    close: () => {
      for (const connection of held) {
        if (pool) pool.giveBack(connection);
        else void connection.client.close().catch(() => undefined);
      }
    },
  };
};

/** Servers over stdio: every client has its own, behind relays. */
export const openStdio = async ({ processes, settings, folder }) => {
  const control = await openControl();
  const target = { wire: 'stdio', harness: control.port, settings, folder, processes };
  const idle = [];
  const pool = {
    take: (index) => {
      const at = idle.findIndex((connection) => connection.index === index && connection.isOpen);
      return at < 0 ? undefined : idle.splice(at, 1)[0];
    },
    // One of each is enough for the next client; more would only take memory.
    giveBack: (connection) => {
      if (!connection.isOpen) return;
      if (idle.some(({ index, isOpen }) => isOpen && index === connection.index))
        void connection.client.close().catch(() => undefined);
      else idle.push(connection);
    },
  };
  return {
    target,
    connect: (options) => connectStdio(target, { ...options, pool }),
    disturb: control.disturb,
    pids: control.pids,
    ready: async () => undefined,
    close: async () => {
      for (const pid of control.pids()) kill(pid, 'SIGKILL');
      await Promise.all(idle.map(({ client }) => client.close().catch(() => undefined)));
      await control.close();
    },
  };
};
