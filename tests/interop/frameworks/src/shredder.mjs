import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { recovering } from '@recourse/client';
import { createServer, defineTool } from '@recourse/engine';
import { serveHttp } from '@recourse/server';
import { z } from 'zod';

/**
 * A server with one tool, which asks before it destroys something, and a list of what it has destroyed. Every `connect`
 * is a client of its own, as another process would have it.
 */
export const startShredder = async () => {
  /** @type {number[]} */
  const torn = [];
  const tear = defineTool({
    name: 'tear_up_invoice',
    description: 'Destroys an invoice for good.',
    input: z.strictObject({ invoice: z.int() }),
    output: z.object({ torn: z.boolean() }),
    operation: 'command',
    danger: 'destructive',
    confirmation: { message: 'Tear up invoice {invoice}?' },
    errors: [],
    run: ({ arguments: { invoice } }) => {
      torn.push(invoice);
      return { torn: true };
    },
  });
  const serving = await serveHttp([createServer({ name: 'shredder', tools: [tear] })], { port: 0 });
  /** @type {{ close(): Promise<void> }[]} */
  const clients = [];
  return {
    torn,
    connect: async () => {
      const client = recovering(new Client({ name: 'frameworks', version: '0.0.0' }));
      await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${serving.port}/shredder/mcp`)));
      clients.push(client);
      return client;
    },
    close: async () => {
      for (const client of clients) await client.close();
      await serving.close();
    },
  };
};
