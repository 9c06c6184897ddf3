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
  logLevel: 'io.modelcontextprotocol/logLevel',
  relatedTask: 'io.modelcontextprotocol/related-task',
  traceparent: 'traceparent',
  tracestate: 'tracestate',
} as const;

/** The identifier of the official tasks extension. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** The error numbers of JSON-RPC and MCP. Codes of the contract are strings and are sent in `data`. */
export const rpcErrors = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  /** 2026-07-28: the headers of a request contradict its body. */
  headerMismatch: -32020,
  /** 2026-07-28: the client has not declared a capability that the request needs. */
  missingCapability: -32021,
  /** 2026-07-28: the request names a revision that is not served. */
  unsupportedVersion: -32022,
} as const;
