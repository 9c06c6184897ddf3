import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  LOG_LEVEL_META_KEY,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
  TRACEPARENT_META_KEY,
  TRACESTATE_META_KEY,
} from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { modernVersion, protocolMeta, rpcErrors, sessionVersions } from './protocol.ts';

it('knows the names and numbers of the protocol as the SDK does', () => {
  expect(protocolMeta).toEqual({
    version: PROTOCOL_VERSION_META_KEY,
    clientInfo: CLIENT_INFO_META_KEY,
    clientCapabilities: CLIENT_CAPABILITIES_META_KEY,
    serverInfo: SERVER_INFO_META_KEY,
    logLevel: LOG_LEVEL_META_KEY,
    relatedTask: RELATED_TASK_META_KEY,
    traceparent: TRACEPARENT_META_KEY,
    tracestate: TRACESTATE_META_KEY,
  });
  expect(rpcErrors).toEqual({
    parse: PARSE_ERROR,
    request: INVALID_REQUEST,
    method: METHOD_NOT_FOUND,
    params: INVALID_PARAMS,
    internal: INTERNAL_ERROR,
    // The SDK keeps this number to itself.
    headerMismatch: -32020,
    missingCapability: -32021,
    unsupportedVersion: ProtocolErrorCode.UnsupportedProtocolVersion,
  });
  expect(sessionVersions).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
  expect(SUPPORTED_PROTOCOL_VERSIONS).not.toContain(modernVersion);
});
