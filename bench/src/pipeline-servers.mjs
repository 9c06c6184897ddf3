import { createServer, defineTool } from '@recourse/engine';
import { createEventBuffer, createMemorySink } from '@recourse/engine/events';
import { recourse } from '@recourse/contract/dialects/recourse';
import { connectInProcess } from '@recourse/server';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as OldTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as OldServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

/** The same small tool everywhere: two arguments in, two fields out. */
const input = { text: z.string().max(200), times: z.int().min(1).max(10) };
const output = { text: z.string(), length: z.int() };
/** @param {{ text: string, times: number }} given */
const echo = ({ text, times }) => ({ text, length: text.length * times });
export const echoArguments = { text: 'hello', times: 3 };

/** @param {string} name */
const echoTool = (name) =>
  defineTool({
    name,
    description: 'Answers with what it was given.',
    input: z.strictObject(input),
    output: z.object(output),
    operation: 'command',
    danger: 'reversible',
    errors: ['NOT_FOUND_RESOURCE'],
    quotas: [{ metric: 'calls_per_second', count: 'attempts', windowMs: 1000, stop: 1_000_000 }],
    run: ({ arguments: given }) => echo(given),
  });

/** Our server with that many tools, every stage on, state in memory, events taken by a sink. @param {number} tools */
export const createOurs = (tools) => {
  return createServer({
    name: 'bench',
    tools: Array.from({ length: tools }, (_, index) => echoTool(`echo_${index}`)),
    record: { events: createEventBuffer(createMemorySink()) },
  });
};

/**
 * A call without a client and without the protocol, as a program makes it that embeds the server, with the answer read.
 *
 * @param {import('@recourse/engine').Server} server
 * @param {string} tool
 * @param {Record<string, unknown>} given
 */
export const callOurs = async (server, tool, given) => {
  const result = await server.respond({
    tool,
    arguments: given,
    caller: { transport: 'in-process', local: true },
  });
  return recourse.parse(result.structuredContent);
};

/** The current SDK's client, linked in memory to a transport. @param {import('@modelcontextprotocol/client').Transport} transport */
const connectClient = async (transport) => {
  const client = new Client({ name: 'bench', version: '0.0.0' });
  await client.connect(transport);
  await client.listTools();
  return client;
};

/**
 * Sends messages to a server as objects and resolves with its answers: the protocol without the work of a client.
 *
 * @param {import('@modelcontextprotocol/client').Transport} transport
 */
const sendRaw = async (transport) => {
  /** @type {Map<unknown, (answer: any) => void>} */
  const waiting = new Map();
  // A transport has no addEventListener.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  transport.onmessage = (message) => {
    if ('id' in message) waiting.get(message.id)?.(message);
  };
  await transport.start();
  let last = 0;
  /** @param {string} method @param {Record<string, unknown>} params @returns {Promise<any>} */
  const send = (method, params) =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, (answer) => {
        waiting.delete(id);
        if (answer.result === undefined || answer.result.isError) reject(new Error(JSON.stringify(answer)));
        else resolve(answer.result);
      });
      transport.send({ jsonrpc: '2.0', id, method, params }).catch(reject);
    });
  const clientInfo = { name: 'bench', version: '0.0.0' };
  await send('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return { callTool: (/** @type {Record<string, unknown>} */ params) => send('tools/call', params) };
};

/** Our server, linked in memory: to the current SDK's client, and to one that only sends messages. */
export const linkOurs = async () => ({
  client: await connectClient((await connectInProcess(createOurs(10))).transport),
  raw: await sendRaw((await connectInProcess(createOurs(10))).transport),
});

/** The current SDK's server, linked in memory in the same two ways. */
export const linkCurrent = async () => ({
  client: await connectClient(await openCurrent()),
  raw: await sendRaw(await openCurrent()),
});

const openCurrent = async () => {
  const server = new McpServer({ name: 'bench', version: '0.0.0' });
  server.registerTool(
    'echo_0',
    { description: 'Echo.', inputSchema: z.strictObject(input), outputSchema: z.object(output) },
    (given) => {
      const structuredContent = echo(given);
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    },
  );
  const [one, other] = InMemoryTransport.createLinkedPair();
  await server.connect(one);
  return other;
};

/** The older SDK's server and client, linked in memory. */
export const linkOld = async () => {
  const server = new OldServer({ name: 'bench', version: '0.0.0' });
  server.registerTool('echo_0', { description: 'Echo.', inputSchema: input, outputSchema: output }, (given) => {
    const structuredContent = echo(given);
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  });
  const [one, other] = OldTransport.createLinkedPair();
  const client = new OldClient({ name: 'bench', version: '0.0.0' });
  await Promise.all([server.connect(one), client.connect(other)]);
  await client.listTools();
  return client;
};
