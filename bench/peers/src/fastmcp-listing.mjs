/** A fastmcp server with tools that are given as JSON on the command line: `[{ name, description, inputSchema }]`. */
import { FastMCP } from 'fastmcp';
import { z } from 'zod';

/** Zod cannot read `not`, so these tools promise a little less. */
const tools = JSON.parse(process.argv[2] ?? '[]', (key, value) => (key === 'not' ? undefined : value));

const server = new FastMCP({ name: 'listing', version: '1.0.0' });
for (const { name, description, inputSchema } of tools) {
  server.addTool({ name, description, parameters: z.fromJSONSchema(inputSchema), execute: async () => '' });
}
await server.start({ transportType: 'stdio' });
