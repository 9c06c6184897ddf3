import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { RequestFrame } from './frame.ts';
import { modernVersion, protocolMeta, sessionVersions } from './protocol.ts';

/** What decides about the way of a request. */
export interface Asked {
  readonly frame: RequestFrame;
  readonly meta: JsonObject;
  /** The request stands alone: its `_meta` names a protocol version. */
  readonly modern: boolean;
  /** It belongs to an HTTP session, which the SDK keeps. */
  readonly session: boolean;
  /** What HTTP says besides the body; nothing on stdio. */
  readonly headers?: HeadersOfCall;
  /** Whether the handler of this tool asks the client something itself. */
  readonly asksClient: (tool: unknown) => boolean;
}

export interface HeadersOfCall {
  readonly accept?: string | undefined;
  readonly 'mcp-protocol-version'?: string | undefined;
  readonly 'mcp-method'?: string | undefined;
  readonly 'mcp-name'?: string | undefined;
}

/**
 * Why a request goes to the official SDK. Whatever none of these applies to is a tool call or a listing that is
 * well formed, and takes the lane: straight to the pipeline. The first that applies names the reason.
 */
export const detours = {
  'another method': ({ frame }) => frame.method !== 'tools/call' && frame.method !== 'tools/list',
  'a session': ({ session }) => session,
  'progress is wanted': ({ meta }) => meta['progressToken'] !== undefined,
  'an answer of the user comes with it': ({ frame }) =>
    frame.params?.['requestState'] !== undefined || frame.params?.['inputResponses'] !== undefined,
  'a task is wanted': ({ frame }) => frame.params?.['task'] !== undefined,
  'the handler asks the client': ({ frame, asksClient }) =>
    frame.method === 'tools/call' && asksClient(frame.params?.['name']),
  'its envelope is not in order': (asked) => asked.modern && !hasGoodEnvelope(asked),
  'its headers are not in order': ({ headers, modern, frame }) =>
    headers !== undefined && !(modern ? repeatsBody(headers, frame) : isSessionVersion(headers)),
  'JSON is not accepted': ({ headers }) => headers?.accept !== undefined && !acceptsJson(headers.accept),
} as const satisfies Readonly<Record<string, (asked: Asked) => boolean>>;

export type Detour = keyof typeof detours;

const inOrder = Object.entries(detours) as readonly (readonly [Detour, (asked: Asked) => boolean])[];

/** The way of a request: the lane, or the reason why not. */
export const routeOf = (asked: Asked): 'lane' | Detour => {
  for (const [name, applies] of inOrder) if (applies(asked)) return name;
  return 'lane';
};

/** The `_meta` of a request; nothing that is no object counts. */
export const metaOf = (params: JsonObject | undefined): JsonObject => {
  const meta = params?.['_meta'];
  return isJsonObject(meta) ? meta : {};
};

/** What is wrong with an envelope, the SDK says; here only what is surely right passes. */
const hasGoodEnvelope = ({ meta }: Asked): boolean => {
  const info = meta[protocolMeta.clientInfo];
  const capabilities = meta[protocolMeta.clientCapabilities];
  return (
    meta[protocolMeta.version] === modernVersion &&
    (info === undefined ||
      (isJsonObject(info) && typeof info['name'] === 'string' && typeof info['version'] === 'string')) &&
    isJsonObject(capabilities) &&
    Object.values(capabilities).every(isJsonObject)
  );
};

/** The headers of a request that stands alone say what its body says. */
const repeatsBody = (headers: HeadersOfCall, { method, params }: RequestFrame): boolean =>
  headers['mcp-protocol-version'] === modernVersion &&
  headers['mcp-method'] === method &&
  (method !== 'tools/call' || headers['mcp-name'] === params?.['name']);

const isSessionVersion = ({ 'mcp-protocol-version': version }: HeadersOfCall): boolean =>
  version === undefined || sessionVersions.some((known) => known === version);

const acceptsJson = (accept: string): boolean =>
  accept.includes('application/json') || accept.includes('*/*') || accept.includes('application/*');
