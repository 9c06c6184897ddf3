import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { allTools, answer, inputSchema } from '../tools.mjs';

/** A plain server on the current SDK, as its own documentation shows it. Only the answers come from Recourse. */
export const createServer = () => {
  const server = new McpServer({ name: 'interop-v2', version: '0.0.0' });
  for (const tool of allTools) {
    server.registerTool(
      tool.name,
      {
        description: `Answers with the named outcome in ${tool.dialect.name}.`,
        inputSchema,
        ...(tool.outputSchema && { outputSchema: fromJsonSchema(tool.outputSchema) }),
      },
      ({ outcome }) => answer(tool, outcome),
    );
  }
  return server;
};
