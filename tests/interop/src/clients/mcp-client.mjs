import { MCPClient } from 'mcp-client';

/**
 * The client that the author of fastmcp publishes beside it: the official one of 1.x with calls of its own. It sends no
 * headers.
 *
 * @type {import('./sdk-client.mjs').ClientUnderTest}
 */
export const mcpClient = {
  name: 'mcp-client 1.13',
  connect: async (endpoint) => {
    const client = new MCPClient({ name: 'interop', version: '0.0.0' });
    await client.connect(
      'url' in endpoint
        ? { type: 'httpStream', url: endpoint.url.href }
        : { type: 'stdio', command: endpoint.command, args: endpoint.args },
    );
    const tools = await client.getAllTools();
    return {
      listTools: async () => tools,
      callTool: (name, given, { meta } = {}) =>
        client.callTool({ name, arguments: given, ...(meta && { _meta: meta }) }),
      close: () => client.close(),
    };
  },
};
