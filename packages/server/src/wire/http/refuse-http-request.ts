import type { IncomingHttpHeaders } from 'node:http';
import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import { isModern, refuseEnvelopeMembers, refuseVersion } from '../../edge/envelope.ts';
import { methods } from '../../edge/methods.ts';
import type { Refusal } from '../../edge/refusal.ts';
import { refuseMethod } from '../../edge/refuse-request.ts';
import type { RequestFrame } from '../../rpc/frame.ts';
import { modernVersion, protocolMeta, rpcErrors, sessionVersions } from '../../rpc/protocol.ts';
import { metaOf } from '../../rpc/route.ts';
import { decodeHeader } from './param-headers.ts';

/** Refuses a request over HTTP that no handler could serve. Headers are checked first. */
export const refuseHttpRequest = (
  server: Server,
  frame: RequestFrame,
  headers: IncomingHttpHeaders,
): Refusal | undefined => {
  const modern = isModern(frame);
  const line = { lasting: headers['mcp-session-id'] !== undefined };
  return (
    (modern ? refuseModernHeaders(frame, headers) : refuseSessionHeaders(frame, headers)) ??
    refuseMethod(server, frame, line, modern)
  );
};

/** Refuses an `Accept` without the types that a response over MCP can have. */
export const refuseAccept = (accept: string | undefined, types: readonly string[]): Refusal | undefined => {
  if (types.every((type) => accept?.includes(type))) return undefined;
  const expected = types.join(', ');
  const details = { reason: `Accept must list ${expected}`, expected: `Accept: ${expected}` };
  return { number: rpcErrors.request, failure: fail('VALIDATION_MALFORMED_REQUEST', details, { http: 406 }) };
};

/** In the order of the specification: the earliest mistake is the one reported. */
const refuseModernHeaders = (frame: RequestFrame, headers: IncomingHttpHeaders): Refusal | undefined => {
  const meta = metaOf(frame.params);
  const { 'mcp-protocol-version': version, 'mcp-method': method } = headers;
  const claimed = meta[protocolMeta.version];
  return (
    refuseEnvelopeMembers(meta) ??
    (version !== undefined && version !== claimed ? mismatch('MCP-Protocol-Version', version, claimed) : undefined) ??
    (method !== undefined && method !== frame.method ? mismatch('Mcp-Method', method, frame.method) : undefined) ??
    refuseVersion(claimed) ??
    (version === undefined ? mismatch('MCP-Protocol-Version', undefined, claimed) : undefined) ??
    (method === undefined ? mismatch('Mcp-Method', undefined, frame.method) : undefined) ??
    refuseName(frame, headers['mcp-name'])
  );
};

const refuseName = ({ method, params }: RequestFrame, header: string | string[] | undefined): Refusal | undefined => {
  const named = methods.get(method)?.named;
  const value = named === undefined ? undefined : params?.[named];
  if (typeof value !== 'string') return undefined;
  const decoded = typeof header === 'string' ? decodeHeader(header.trim()) : undefined;
  return decoded === value ? undefined : mismatch('Mcp-Name', header, value);
};

const mismatch = (header: string, given: unknown, body: unknown): Refusal => {
  const wanted = String(body).slice(0, longestShown);
  const reason =
    given === undefined
      ? `the ${header} header is missing`
      : `the ${header} header is '${String(given).slice(0, longestShown)}', but the body has '${wanted}'`;
  return {
    number: rpcErrors.headerMismatch,
    failure: malformed(reason, `${header}: ${wanted}`),
    prescribed: { mismatch: { header: String(given ?? '(missing)').slice(0, longestShown), body: wanted } },
  };
};

const longestShown = 128;

/** Requests of the revisions with a handshake: only their version can be wrong. */
const refuseSessionHeaders = (frame: RequestFrame, headers: IncomingHttpHeaders): Refusal | undefined => {
  const version = headers['mcp-protocol-version'];
  if (typeof version !== 'string' || sessionVersions.some((known) => known === version)) return undefined;
  if (version < modernVersion || !/^\d{4}-\d{2}-\d{2}$/u.test(version)) {
    const failure = fail('VALIDATION_INVALID_ENUM', {
      param_name: 'MCP-Protocol-Version',
      allowed_values: [modernVersion, ...sessionVersions],
      value: version.slice(0, 64),
    });
    return { number: rpcErrors.request, failure };
  }
  if (frame.method === 'initialize') return mismatch('MCP-Protocol-Version', version, sessionVersions[0]);
  const missing = [protocolMeta.version, protocolMeta.clientCapabilities].filter(
    (key) => metaOf(frame.params)[key] === undefined,
  );
  const failure = fail('VALIDATION_MISSING_PARAM', {
    param_name: missing[0] ?? protocolMeta.version,
    operation: '_meta',
    ...(missing.length > 1 && { missing_params: missing }),
  });
  return { number: rpcErrors.params, failure, status: 400, prescribed: { envelope: { missing } } };
};

const malformed = (reason: string, expected: string): Failure =>
  fail('VALIDATION_MALFORMED_REQUEST', { reason, expected });
