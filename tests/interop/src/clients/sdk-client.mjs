/**
 * Where a server is to be found: a command to start, or a URL.
 *
 * @typedef {{ readonly command: string, readonly args: string[] }} Command
 * @typedef {{ readonly url: URL, readonly headers?: Record<string, string> }} Address
 * @typedef {Command | Address} Endpoint
 *
 * Options of a call in addition to its arguments.
 * @typedef {{ readonly meta?: Record<string, unknown>, readonly signal?: AbortSignal, readonly onprogress?: (progress: any) => void }} CallOptions
 *
 * One connection of one client, as every client under test offers it.
 * @typedef {{ listTools(): Promise<any[]>, callTool(name: string, given: Record<string, unknown>, options?: CallOptions): Promise<any>, close(): Promise<void> }} Connection
 *
 * Answers the dialogues of the server. Without it the client says that it cannot show any.
 * @typedef {{ readonly elicit?: (params: any) => object }} ConnectOptions
 *
 * @typedef {{ readonly name: string, connect(endpoint: Endpoint, options?: ConnectOptions): Promise<Connection> }} ClientUnderTest
 */

/**
 * The classes of the SDK's client have kept their shape from 1.20 to 2.4, so one adapter serves all versions. Before 2
 * a handler is named by a schema, and a call is given the schema of its result; since then neither is.
 *
 * @param {string} name
 * @param {{ readonly Client: any, readonly StdioClientTransport: any, readonly StreamableHTTPClientTransport: any, readonly ElicitRequestSchema?: any, readonly options?: object }} sdk
 * @returns {ClientUnderTest}
 */
export const createSdkClient = (name, sdk) => ({
  name,
  connect: async (endpoint, { elicit } = {}) => {
    const capabilities = elicit ? { elicitation: { form: {} } } : {};
    const client = new sdk.Client({ name: 'interop', version: '0.0.0' }, { capabilities, ...sdk.options });
    if (elicit) {
      client.setRequestHandler(sdk.ElicitRequestSchema ?? 'elicitation/create', (/** @type {any} */ request) =>
        elicit(request.params),
      );
    }
    const transport =
      'url' in endpoint
        ? new sdk.StreamableHTTPClientTransport(endpoint.url, { requestInit: { headers: endpoint.headers ?? {} } })
        : new sdk.StdioClientTransport({ ...endpoint, stderr: 'inherit' });
    await client.connect(transport);
    // A client checks results only against schemas that it has seen.
    const { tools } = await client.listTools();
    return {
      listTools: async () => tools,
      callTool: (tool, given, { meta, ...options } = {}) => {
        const params = { name: tool, arguments: given, ...(meta && { _meta: meta }) };
        return sdk.ElicitRequestSchema ? client.callTool(params, undefined, options) : client.callTool(params, options);
      },
      close: () => client.close(),
    };
  },
});
