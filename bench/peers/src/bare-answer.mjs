/** Answers a message of JSON-RPC by hand, for the floors. @param {string} text */
export const answerBare = (text) => {
  const { id, method, params } = JSON.parse(text);
  return JSON.stringify({ jsonrpc: '2.0', id, result: results[method]?.(params) ?? {} });
};

/** @type {Readonly<Record<string, (params: any) => unknown>>} */
const results = {
  'tools/call': ({ arguments: { text, times } }) => {
    const structuredContent = { text, length: text.length * times };
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  },
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'bare', version: '0.0.0' },
  }),
  'tools/list': () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }),
};
