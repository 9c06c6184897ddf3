import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';

/**
 * The client of the Vercel AI SDK, which is an implementation of its own. It turns the listed tools into those of an
 * agent; a call is what an agent makes of them. There is no way to call anything else, nor to send `_meta`.
 *
 * @type {import('./sdk-client.mjs').ClientUnderTest}
 */
export const aiSdk = {
  name: '@ai-sdk/mcp 1.0',
  connect: async (endpoint) => {
    const transport =
      'url' in endpoint
        ? { type: /** @type {const} */ ('http'), url: endpoint.url.href, headers: endpoint.headers ?? {} }
        : new Experimental_StdioMCPTransport(endpoint);
    const client = await createMCPClient({ transport });
    /** @type {Record<string, any>} */
    const tools = await client.tools();
    return {
      listTools: async () => Object.entries(tools).map(([name, tool]) => ({ name, ...tool })),
      callTool: (name, given, { signal } = {}) =>
        tools[name].execute(given, { toolCallId: 'call', messages: [], ...(signal && { abortSignal: signal }) }),
      close: () => client.close(),
    };
  },
};
