import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { RequestFrame } from './frame.ts';
import { modernVersion, protocolMeta, sessionVersions } from './protocol.ts';

/** The facts that the route of a request depends on. */
export interface Asked {
  readonly frame: RequestFrame;
  readonly meta: JsonObject;
  /** The request is stateless: its `_meta` names a protocol version. */
  readonly modern: boolean;
  /** It belongs to an HTTP session. The SDK keeps those. */
  readonly session: boolean;
  /** The HTTP headers; absent on stdio. */
  readonly headers?: HeadersOfCall;
  /** Whether the handler of a tool asks the client questions. */
  readonly asksClient: (tool: unknown) => boolean;
}

export interface HeadersOfCall {
  readonly accept?: string | undefined;
  readonly 'mcp-protocol-version'?: string | undefined;
  readonly 'mcp-method'?: string | undefined;
  readonly 'mcp-name'?: string | undefined;
}

/**
 * The reasons why a request does not take the lane: the edge refuses it, or it goes to the official SDK. If none
 * applies, it is a well-formed tool call or listing and goes straight to the pipeline. The first reason that applies is
 * the one reported.
 */
export const detours = {
  'another method': ({ frame }) => frame.method !== 'tools/call' && frame.method !== 'tools/list',
  'a page is wanted': ({ frame }) => frame.method === 'tools/list' && frame.params?.['cursor'] !== undefined,
  'a session': ({ session }) => session,
  'progress is wanted': ({ meta }) => meta['progressToken'] !== undefined,
  'an answer of the user comes with it': ({ frame }) =>
    frame.params?.['requestState'] !== undefined || frame.params?.['inputResponses'] !== undefined,
  'a task is wanted': ({ frame }) => frame.params?.['task'] !== undefined,
  'the handler asks the client': ({ frame, asksClient }) =>
    frame.method === 'tools/call' && asksClient(frame.params?.['name']),
  'invalid envelope': (asked) => asked.modern && !hasGoodEnvelope(asked),
  'invalid headers': ({ headers, modern, frame }) =>
    headers !== undefined && !(modern ? repeatsBody(headers, frame) : isSessionVersion(headers)),
  'JSON is not accepted': ({ headers }) => headers?.accept !== undefined && !acceptsJson(headers.accept),
} as const satisfies Readonly<Record<string, (asked: Asked) => boolean>>;

export type Detour = keyof typeof detours;

const reasons = Object.keys(detours) as readonly Detour[];
const applies: readonly ((asked: Asked) => boolean)[] = Object.values(detours);

/** The route of a request: the lane, or the reason why not. */
export const routeOf = (asked: Asked): 'lane' | Detour => {
  const index = applies.findIndex((test) => test(asked));
  return reasons[index] ?? 'lane';
};

/** The `_meta` of a request; empty if it is not an object. */
export const metaOf = (params: JsonObject | undefined): JsonObject => {
  const meta = params?.['_meta'];
  return isJsonObject(meta) ? meta : {};
};

/** Accepts only an envelope that is certainly valid. The SDK reports what is wrong with any other. */
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

/** Whether the headers of a stateless request repeat what its body says. */
const repeatsBody = (headers: HeadersOfCall, { method, params }: RequestFrame): boolean =>
  headers['mcp-protocol-version'] === modernVersion &&
  headers['mcp-method'] === method &&
  (method !== 'tools/call' || headers['mcp-name'] === params?.['name']);

const isSessionVersion = ({ 'mcp-protocol-version': version }: HeadersOfCall): boolean =>
  version === undefined || sessionVersions.some((known) => known === version);

const acceptsJson = (accept: string): boolean =>
  accept.includes('application/json') || accept.includes('*/*') || accept.includes('application/*');
