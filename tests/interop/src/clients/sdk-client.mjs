/**
 * Where a server is to be found: a command to start, or a URL.
 *
 * @typedef {{ readonly command: string, readonly args: string[] } | { readonly url: URL }} Endpoint
 *
 * One connection of one client, as every client under test offers it.
 * @typedef {{ listTools(): Promise<any[]>, callTool(name: string, given: Record<string, unknown>): Promise<any>, close(): Promise<void> }} Connection
 *
 * @typedef {{ readonly name: string, connect(endpoint: Endpoint): Promise<Connection> }} ClientUnderTest
 */

/**
 * The classes of the SDK's client have kept their shape from 1.20 to 2.4, so one adapter serves all versions.
 *
 * @param {string} name
 * @param {{ readonly Client: any, readonly StdioClientTransport: any, readonly StreamableHTTPClientTransport: any, readonly options?: object }} sdk
 * @returns {ClientUnderTest}
 */
export const createSdkClient = (name, sdk) => ({
  name,
  connect: async (endpoint) => {
    const client = new sdk.Client({ name: 'interop', version: '0.0.0' }, sdk.options);
    const transport =
      'url' in endpoint
        ? new sdk.StreamableHTTPClientTransport(endpoint.url)
        : new sdk.StdioClientTransport({ ...endpoint, stderr: 'inherit' });
    await client.connect(transport);
    // A client checks results only against schemas that it has seen.
    const { tools } = await client.listTools();
    return {
      listTools: async () => tools,
      callTool: (tool, given) => client.callTool({ name: tool, arguments: given }),
      close: () => client.close(),
    };
  },
});
