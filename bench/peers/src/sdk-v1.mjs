import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { description, echoResult, input, name, output } from './echo.mjs';

/** The older SDK's server. */
export const createSdkV1 = () => {
  const server = new McpServer({ name: 'bench', version: '0.0.0' });
  server.registerTool(name, { description, inputSchema: input, outputSchema: output }, (given) => echoResult(given));
  return server;
};
