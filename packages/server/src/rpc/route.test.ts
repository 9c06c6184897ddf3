import type { JsonObject } from '@recourse/contract';
import { expect, it } from 'vitest';
import { modernHeaders, sessionHeaders } from '../testing/open-http.ts';
import { modernMeta } from '../testing/open-stdio.ts';
import { detours, metaOf, routeOf } from './route.ts';
import type { Detour, HeadersOfCall } from './route.ts';

interface Request {
  readonly method?: string;
  readonly params?: JsonObject;
  readonly headers?: object;
  readonly session?: boolean;
}

const call = (more: JsonObject = {}): JsonObject => ({ name: 'find_ticket', arguments: {}, ...more });
const lone = (meta: JsonObject = {}): JsonObject => call({ _meta: { ...modernMeta(), ...meta } as JsonObject });
const loneHeaders = modernHeaders('tools/call', 'find_ticket');

/** The table of the front door: what takes the lane, and what goes to the SDK and why. */
const table: readonly [string, Request, 'lane' | Detour][] = [
  ['a call on stdio', { params: call() }, 'lane'],
  ['a call with nothing in it', {}, 'lane'],
  ['a listing', { method: 'tools/list' }, 'lane'],
  ['a call over HTTP', { params: call(), headers: {} }, 'lane'],
  ['a call over HTTP that any type may answer', { params: call(), headers: { accept: '*/*' } }, 'lane'],
  [
    'a call of a client without a session',
    { params: call(), headers: { ...sessionHeaders, 'mcp-protocol-version': '2025-06-18' } },
    'lane',
  ],
  ['a call that stands alone, on stdio', { params: lone() }, 'lane'],
  ['a call that stands alone, over HTTP', { params: lone(), headers: loneHeaders }, 'lane'],
  [
    'a listing that stands alone',
    { method: 'tools/list', params: lone(), headers: modernHeaders('tools/list') },
    'lane',
  ],
  ['anything else', { method: 'resources/list' }, 'another method'],
  ['a listing with a cursor', { method: 'tools/list', params: { cursor: 'x' } }, 'a page is wanted'],
  ['a handshake', { method: 'initialize' }, 'another method'],
  ['a call of a session', { params: call(), session: true }, 'a session'],
  ['a call that wants progress', { params: call({ _meta: { progressToken: 0 } }) }, 'progress is wanted'],
  [
    'a call with the state of a question',
    { params: { ...lone(), requestState: 'x' } },
    'an answer of the user comes with it',
  ],
  [
    'a call with what the user said',
    { params: { ...lone(), inputResponses: {} } },
    'an answer of the user comes with it',
  ],
  ['a call that wants a task', { params: call({ task: {} }) }, 'a task is wanted'],
  ['a call whose handler asks', { params: call({ name: 'ask_user' }) }, 'the handler asks the client'],
  [
    'a version that nobody knows',
    { params: lone({ 'io.modelcontextprotocol/protocolVersion': '2027-01-01' }) },
    'invalid envelope',
  ],
  [
    'a client that does not say what it can',
    { params: lone({ 'io.modelcontextprotocol/clientCapabilities': 7 }) },
    'invalid envelope',
  ],
  [
    'a client with half a name',
    { params: lone({ 'io.modelcontextprotocol/clientInfo': { name: 'x' } }) },
    'invalid envelope',
  ],
  [
    'a body that its headers deny',
    { params: lone(), headers: { ...loneHeaders, 'mcp-name': 'close_ticket' } },
    'invalid headers',
  ],
  ['a body without its headers', { params: lone(), headers: sessionHeaders }, 'invalid headers'],
  ['headers without their body', { params: call(), headers: loneHeaders }, 'invalid headers'],
  [
    'a header with a version that nobody knows',
    { params: call(), headers: { 'mcp-protocol-version': '1' } },
    'invalid headers',
  ],
  [
    'a caller who wants a stream only',
    { params: call(), headers: { accept: 'text/event-stream' } },
    'JSON is not accepted',
  ],
];

it.each(table)('%s', (_, { method = 'tools/call', params, headers, session = false }, route) => {
  const meta = metaOf(params);
  const asked = {
    frame: { kind: 'request' as const, id: 1, method, params, message: {} },
    meta,
    modern: meta['io.modelcontextprotocol/protocolVersion'] !== undefined,
    session,
    asksClient: (tool: unknown) => tool === 'ask_user',
    ...(headers && { headers: headers as HeadersOfCall }),
  };
  expect(routeOf(asked)).toBe(route);
});

it('has a row for every detour', () => {
  expect(new Set(table.map(([, , route]) => route))).toEqual(new Set(['lane', ...Object.keys(detours)]));
});
