/**
 * The names and versions of MCP that the doors must know without loading the SDK. A test compares them with it.
 */

/** The revision in which every request stands alone. */
export const modernVersion = '2026-07-28';

/** The revisions that begin with a handshake, newest first: the first is what an unknown wish is answered with. */
export const sessionVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;

/** Keys of `_meta` that the protocol itself has taken. */
export const protocolMeta = {
  version: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  relatedTask: 'io.modelcontextprotocol/related-task',
  traceparent: 'traceparent',
  tracestate: 'tracestate',
} as const;

/** JSON-RPC's own numbers. Codes of the contract are texts and stand in `data`. */
export const rpcErrors = { parse: -32700, request: -32600, params: -32602, internal: -32603 } as const;
