/**
 * One process of a deployment: the tools below on the store of the environment, over HTTP. Its tools append
 * lines to the ledger, a file that all processes share. Prints its address; SIGTERM ends it as it ends any server.
 */
import { appendFileSync } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer, defineTool } from '@recourse/engine';
import { elicit } from '@recourse/engine/client';
import { serveHttp } from '@recourse/server';
import { openOperator } from '@recourse/stores/configured';
import { z } from 'zod';

const [, , ledger, port] = process.argv;

/** @param {string} line */
const write = (line) => appendFileSync(ledger ?? '', `${line}\n`);

const line = z.strictObject({ line: z.string() });
const writes = /** @type {const} */ ({ input: line, operation: 'command', errors: [] });
const color = elicit({ message: 'Which color?', fields: z.strictObject({ color: z.string() }) });

const tools = [
  defineTool({
    ...writes,
    name: 'burn',
    description: 'Writes a line once a person agrees.',
    danger: 'destructive',
    run: (call) => {
      write(call.arguments.line);
      return { pid: process.pid };
    },
  }),
  defineTool({
    ...writes,
    name: 'paint',
    description: 'Asks for a color and writes a line.',
    danger: 'safe',
    client: ['elicitation'],
    run: async (call) => {
      const answers = await call.client.ask({ color });
      write(call.arguments.line);
      return { pid: process.pid, action: answers.color.action };
    },
  }),
  defineTool({
    ...writes,
    name: 'slow',
    description: 'Writes a line after a while, unless it is cancelled.',
    danger: 'safe',
    task: 'optional',
    timeoutMs: 600_000,
    run: async (call) => {
      const ms = Number(/^(\d+)ms /.exec(call.arguments.line)?.[1] ?? 100);
      write(`began ${call.arguments.line}`);
      await pause(ms, undefined, { signal: call.signal });
      write(call.arguments.line);
      return { pid: process.pid };
    },
  }),
  defineTool({
    name: 'announce',
    description: 'Announces changes.',
    input: z.strictObject({}),
    operation: 'query',
    danger: 'safe',
    errors: [],
    run: () => {
      server.notify('tools');
      server.notify({ resource: 'desk://rules' });
      return { pid: process.pid };
    },
  }),
];

const operator = await openOperator({ cwd: process.cwd(), environment: process.env });
const server = createServer({
  name: 'desk',
  tools,
  resources: [{ uri: 'desk://rules', name: 'rules', mimeType: 'text/plain', read: () => 'Be tidy.' }],
  prompts: [
    {
      name: 'greet',
      client: ['elicitation'],
      render: async (_, { client }) => `Greet in ${JSON.stringify((await client.ask({ color })).color)}`,
    },
  ],
  changes: ['tools', 'contents'],
  ...operator.options,
});
const serving = await serveHttp(server, { port: Number(port ?? 0), ...operator.configuration.http });
console.log(serving.url);
await once(process, 'SIGTERM');
await serving.close();
await operator.close();
