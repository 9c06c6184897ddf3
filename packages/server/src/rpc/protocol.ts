/**
 * The names and versions of MCP that the doors must know without loading the SDK. A test compares them with it.
 */

/** The revision in which every request is stateless. */
export const modernVersion = '2026-07-28';

/** The revisions with a handshake, newest first. A client that asks for an unknown one is offered the first. */
export const sessionVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;

/** The first revision with structured content. */
const firstStructured = '2025-06-18';

/** True if results of this revision have text only. A client that names no revision may speak such a one. */
export const isTextOnly = (version: unknown): boolean => typeof version !== 'string' || version < firstStructured;

/** Keys of `_meta` that MCP defines. */
export const protocolMeta = {
  version: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  relatedTask: 'io.modelcontextprotocol/related-task',
  traceparent: 'traceparent',
  tracestate: 'tracestate',
} as const;

/** JSON-RPC's error numbers. Codes of the contract are strings and are sent in `data`. */
export const rpcErrors = { parse: -32700, request: -32600, params: -32602, internal: -32603 } as const;
