import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientOfSdk1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as TransportOfSdk1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { recovering, recoveringRest } from '@recourse/client';
import { serveHttp } from '@recourse/server';
import { createDesk } from '../examples/desk.mjs';

/**
 * A connected client that recovers, and how to be rid of it.
 *
 * @typedef {import('@recourse/client').RecoveringOptions<Client>} Options
 * @typedef {{ readonly client: Client & import('@recourse/client').Recovering, close(): Promise<void> }} Connected
 */

/**
 * @param {import('@modelcontextprotocol/client').Transport} transport
 * @param {Options} options
 */
const wrap = async (transport, options) => {
  const client = recovering(new Client({ name: 'frameworks', version: '0.0.0' }), options);
  await client.connect(transport);
  return client;
};

const nodeStarts = (/** @type {string} */ file, /** @type {string[]} */ ...args) =>
  new StdioClientTransport({ command: process.execPath, args: [file, ...args], stderr: 'inherit' });

/** The desk as a process of its own. @type {(options?: Options) => Promise<Connected>} */
export const overStdio = async (options = {}) => {
  const client = await wrap(nodeStarts(fileURLToPath(new URL('../examples/desk-stdio.mjs', import.meta.url))), options);
  return { client, close: () => client.close() };
};

/** The same, and it writes its spans into a file. @type {(file: string, options?: Options) => Promise<Connected>} */
export const overTracedStdio = async (file, options = {}) => {
  const client = await wrap(
    nodeStarts(fileURLToPath(new URL('traced-desk-stdio.mjs', import.meta.url)), file),
    options,
  );
  return { client, close: () => client.close() };
};

/** The desk by a client of the first generation. @type {(options?: any) => Promise<any>} */
export const overStdioOfSdk1 = async (options = {}) => {
  const client = recovering(new ClientOfSdk1({ name: 'frameworks', version: '0.0.0' }), options);
  const args = [fileURLToPath(new URL('../examples/desk-stdio.mjs', import.meta.url))];
  await client.connect(new TransportOfSdk1({ command: process.execPath, args, stderr: 'inherit' }));
  return { client, close: () => client.close() };
};

/** The desk behind a real port. @type {(options?: Options) => Promise<Connected>} */
export const overHttp = async (options = {}) => {
  const serving = await serveHttp([createDesk()], { port: 0 });
  const url = new URL(`http://127.0.0.1:${serving.port}/desk/mcp`);
  const client = await wrap(new StreamableHTTPClientTransport(url), options);
  return {
    client,
    close: async () => {
      await client.close();
      await serving.close();
    },
  };
};

/** The desk without MCP. @type {(options?: import('@recourse/client').RecoveringRestOptions) => Promise<any>} */
export const overRest = async (options = {}) => {
  const serving = await serveHttp([createDesk()], { port: 0 });
  const client = recoveringRest(`http://127.0.0.1:${serving.port}/desk`, options);
  return {
    client,
    close: async () => {
      client.close();
      await serving.close();
    },
  };
};

/** A third-party server. @type {(options?: Options) => Promise<Connected>} */
export const toEverything = async (options = {}) => {
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json');
  const client = await wrap(nodeStarts(path.join(path.dirname(manifest), 'dist', 'index.js'), 'stdio'), options);
  return { client, close: () => client.close() };
};
