import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { recovering, recoveringRest } from '@recourse/client';
import { freePort } from '../processes/free-port.mjs';
import { superviseServer } from '../processes/supervise-server.mjs';
import { openProxy } from './proxy.mjs';
import { untilServed } from './until-served.mjs';

const connectRest = async ({ url }, options) => {
  const client = recoveringRest(url, options);
  await untilServed(() => client.listTools());
  return client;
};

const connectMcp = async ({ url }, { wrap = (client) => client, ...options }) => {
  let current;
  const dial = () =>
    untilServed(async () => {
      // The stateless revision: any of the servers can answer any request.
      const client = new Client(
        { name: 'torture', version: '0.1.0' },
        { versionNegotiation: { mode: { pin: '2026-07-28' } } },
      );
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
      current = client;
      return wrap(client);
    });
  const client = recovering(await dial(), { ...options, reconnect: dial });
  await untilServed(() => client.listTools());
  return { recover: client.recover, close: () => void current.close().catch(() => undefined) };
};

const clients = { rest: connectRest, mcp: connectMcp };

/** Connects a client, in this process or another. */
export const connectHttp = (target, options) => clients[target.wire](target, options);

/** Servers over HTTP behind a proxy. */
export const openHttp = async ({ wire, processes, settings, folder }) => {
  const servers = [];
  const ports = [];
  for (let index = 0; index < processes; index += 1) {
    const port = await freePort();
    servers.push(await superviseServer({ ...settings, port }, path.join(folder, `clock-${index}`)));
    ports.push(port);
  }
  const proxy = await openProxy(ports);
  const target = { wire, url: `${proxy.url}/torture` };
  return {
    target,
    connect: (options) => connectHttp(target, options),
    disturb: proxy.disturb,
    pids: () => servers.map((server) => server.pid()),
    ready: () => Promise.all(servers.map((server) => server.ready())),
    close: async () => {
      await proxy.close();
      for (const server of servers) server.close();
    },
  };
};
