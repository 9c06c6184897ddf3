import { Server } from 'sdk-1.32/server/index.js';
import { StdioServerTransport } from 'sdk-1.32/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from 'sdk-1.32/types.js';
import { z } from 'zod';
import { allTools, answer, inputSchema } from '../tools.mjs';

/** A plain server on the old SDK. Its high-level class takes no JSON Schema as output schema, so this is the low one. */
const server = new Server({ name: 'interop-v1', version: '0.0.0' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: allTools.map(({ name, outputSchema }) => ({
    name,
    inputSchema: z.toJSONSchema(inputSchema),
    ...(outputSchema && { outputSchema }),
  })),
}));

server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
  const tool = allTools.find(({ name }) => name === params.name);
  if (!tool) throw new Error(`No tool is called ${params.name}`);
  return answer(tool, inputSchema.parse(params.arguments).outcome);
});

await server.connect(new StdioServerTransport());
