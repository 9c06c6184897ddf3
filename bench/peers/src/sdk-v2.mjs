import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { description, echoResult, input, name, output } from './echo.mjs';

/** The current SDK's server. Schemas are made once, as a user would at the top of a module. */
const schemas = { inputSchema: z.strictObject(input), outputSchema: z.object(output) };

export const createSdkV2 = () => {
  const server = new McpServer({ name: 'bench', version: '0.0.0' });
  server.registerTool(name, { description, ...schemas }, (given) => echoResult(given));
  return server;
};
