import { createEventBuffer, createMemorySink, createServer, defineTool } from '@recourse/engine';
import { recourse } from '@recourse/contract/dialects/recourse';
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
 * A call as a client in the same process makes it and reads the answer. As in the SDKs' linked pairs, messages are
 * handed over as objects: no side writes or reads JSON texts, but for the text block of the answer.
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

/** The current SDK's server and client, linked in memory. */
export const linkCurrent = async () => {
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
  const client = new Client({ name: 'bench', version: '0.0.0' });
  await Promise.all([server.connect(one), client.connect(other)]);
  await client.listTools();
  return client;
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
