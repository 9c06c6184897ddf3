import { gzipSync } from 'node:zlib';
import { modernMeta, toolCall } from './open-stdio.ts';

/** A raw request that the HTTP door refuses, and what it is answered with. */
export interface BadRequest {
  readonly title: string;
  readonly bytes: string;
  readonly status: number;
  readonly code: string;
  /** A pattern that the response must match. */
  readonly says?: RegExp;
  /** True if the connection is closed after the answer. */
  readonly closes?: boolean;
}

const malformed = 'VALIDATION_MALFORMED_REQUEST';
const json = 'content-type: application/json';
const mcpAccept = 'accept: application/json, text/event-stream';

const request = (method: string, path: string, lines: readonly string[] = [], body = ''): string => {
  const length = body === '' && method !== 'POST' ? [] : [`content-length: ${Buffer.byteLength(body, 'latin1')}`];
  return `${method} ${path} HTTP/1.1\r\n${['host: localhost', ...lines, ...length].join('\r\n')}\r\n\r\n${body}`;
};
const post = (body: object | string, ...lines: readonly string[]): string =>
  request('POST', '/mcp', [json, ...lines], typeof body === 'string' ? body : JSON.stringify(body));

const find = toolCall(1, 'find_ticket', { id: 7 });
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const modern = (method: string, params: object = {}, meta = modernMeta()) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { ...params, _meta: meta },
});
const modernLines = (method: string, name?: string): readonly string[] => [
  'mcp-protocol-version: 2026-07-28',
  `mcp-method: ${method}`,
  ...(name === undefined ? [] : [`mcp-name: ${name}`]),
];
const zipped = gzipSync(JSON.stringify(find)).toString('latin1');
const wide = Buffer.from(JSON.stringify(find), 'utf16le').toString('latin1');

type Row = readonly [title: string, bytes: string, status: number, code: string, more?: Partial<BadRequest>];

const rows: readonly Row[] = [
  ['a gzip body', post(zipped, 'content-encoding: gzip'), 415, malformed, { says: /accept-encoding: identity/iu }],
  ['a brotli body', post('x', 'content-encoding: br'), 415, malformed],
  ['two encodings', post('x', 'content-encoding: gzip, deflate'), 415, malformed],
  ['UTF-16 by its charset', request('POST', '/mcp', [`${json}; charset=utf-16`], wide), 415, malformed],
  ['a charset in quotes', request('POST', '/mcp', [`${json};charset="latin1"`], '{}'), 415, malformed],
  [
    'UTF-16 in a REST call',
    request('POST', '/tickets/tools/find_ticket', [`${json}; charset=UTF-16LE`], wide),
    415,
    malformed,
  ],
  [
    'a gzip body in a REST call',
    request('POST', '/tickets/tools/find_ticket', [json, 'content-encoding: gzip'], zipped),
    415,
    malformed,
  ],
  [
    'a body without a type',
    request('POST', '/mcp', [], '{}'),
    415,
    malformed,
    { says: /accept-post: application\/json/iu },
  ],
  ['a type that begins like JSON', request('POST', '/mcp', ['content-type: application/json5'], '{}'), 415, malformed],
  ['a type that ends like JSON', request('POST', '/mcp', ['content-type: text/json'], '{}'), 415, malformed],
  ['two types', request('POST', '/mcp', [json, 'content-type: text/plain'], '{}'), 415, malformed],
  [
    'CONNECT',
    'CONNECT localhost:80 HTTP/1.1\r\nhost: localhost\r\n\r\n',
    405,
    malformed,
    { closes: true, says: /allow: GET, POST/iu },
  ],
  ['an unknown expectation', post(find, 'expect: banana'), 417, malformed, { closes: true }],
  ['an expectation of a GET', request('GET', '/healthz', ['expect: 200-ok']), 417, malformed, { closes: true }],
  ['no Host', request('GET', '/healthz').replace('host: localhost\r\n', ''), 400, malformed],
  ['no Host in HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n', 400, malformed, { closes: true }],
  [
    'a misspelt server',
    request('GET', '/ticket/tools'),
    404,
    'NOT_FOUND_RESOURCE',
    { says: /"ref":"\/tickets\/tools"/u },
  ],
  [
    'a tool of a misspelt server',
    request('GET', '/tikets/tools/find_ticket'),
    404,
    'NOT_FOUND_RESOURCE',
    { says: /"ref":"\/tickets\/tools"/u },
  ],
  [
    'a misspelt path of a server',
    post(find).replace('/mcp', '/tickets/mpc'),
    404,
    'NOT_FOUND_RESOURCE',
    { says: /"ref":"\/tickets\/mcp"/u },
  ],
  ['a misspelt health check', request('GET', '/heathz'), 404, 'NOT_FOUND_RESOURCE', { says: /"ref":"\/healthz"/u }],
  [
    'a misspelt tool',
    request('GET', '/tickets/tools/find_tickets'),
    404,
    'NOT_FOUND_RESOURCE',
    { says: /"ref":"find_ticket"/u },
  ],
  [
    'a misspelt tool in a call',
    request('POST', '/tickets/tools/find_tickets', [json], '{}'),
    404,
    'NOT_FOUND_OPERATION',
    { says: /"ref":"find_ticket"/u },
  ],
  [
    'a misspelt code',
    request('GET', '/codes/NOT_FOUND_RESORCE'),
    404,
    'NOT_FOUND_RESOURCE',
    { says: /"ref":"NOT_FOUND_RESOURCE"/u },
  ],
  ['a path with dots', request('GET', '/tickets/tools/../../etc'), 404, 'NOT_FOUND_RESOURCE'],
  ['a path with an encoded slash', request('GET', '/tickets%2ftools'), 404, 'NOT_FOUND_RESOURCE'],
  ['a tool of an empty name', request('GET', '/tickets/tools/'), 404, 'NOT_FOUND_RESOURCE'],
  ['a stream without a session', request('GET', '/mcp', [mcpAccept]), 405, malformed, { says: /allow: POST/iu }],
  ['the end of no session', request('DELETE', '/mcp'), 405, malformed],
  [
    'a stream of an unknown session',
    request('GET', '/mcp', [mcpAccept, 'mcp-session-id: x']),
    404,
    'NOT_FOUND_RESOURCE',
  ],
  [
    'a stream of a session without the right type',
    request('GET', '/mcp', ['accept: text/html', 'mcp-session-id: x']),
    406,
    malformed,
  ],
  ['the end of an unknown session', request('DELETE', '/mcp', ['mcp-session-id: x']), 404, 'NOT_FOUND_RESOURCE'],
  ['a message to an unknown session', post(ping, mcpAccept, 'mcp-session-id: x'), 404, 'NOT_FOUND_RESOURCE'],
  [
    'a message to two sessions',
    post(ping, mcpAccept, 'mcp-session-id: x', 'mcp-session-id: y'),
    404,
    'NOT_FOUND_RESOURCE',
  ],
  ['a client that takes no event stream', post(ping, 'accept: application/json'), 406, malformed],
  ['a client that takes no JSON', post(find, 'accept: text/html'), 406, malformed],
  ['a client that says nothing about types', post(ping), 406, malformed],
  ['a version of nobody', post(find, mcpAccept, 'mcp-protocol-version: banana'), 400, 'VALIDATION_INVALID_ENUM'],
  ['a version between two', post(find, mcpAccept, 'mcp-protocol-version: 2025-07-01'), 400, 'VALIDATION_INVALID_ENUM'],
  [
    'two versions',
    post(find, mcpAccept, 'mcp-protocol-version: 2025-11-25', 'mcp-protocol-version: 2025-06-18'),
    400,
    'VALIDATION_INVALID_ENUM',
  ],
  [
    'a modern version without an envelope',
    post(find, 'mcp-protocol-version: 2026-07-28'),
    400,
    'VALIDATION_MISSING_PARAM',
    { says: /"code":-32602/u },
  ],
  [
    'a modern handshake',
    post({ ...ping, method: 'initialize' }, mcpAccept, 'mcp-protocol-version: 2026-07-28'),
    400,
    malformed,
    { says: /"code":-32020/u },
  ],
  [
    'an envelope without its headers',
    post(modern('tools/list')),
    400,
    malformed,
    { says: /"code":-32020.*MCP-Protocol-Version/u },
  ],
  [
    'an envelope without its method',
    post(modern('tools/list'), 'mcp-protocol-version: 2026-07-28'),
    400,
    malformed,
    { says: /"code":-32020.*Mcp-Method/u },
  ],
  [
    'a header of another method',
    post(modern('tools/list'), ...modernLines('tools/call')),
    400,
    malformed,
    { says: /"code":-32020/u },
  ],
  [
    'a header of another version',
    post(modern('tools/list'), 'mcp-protocol-version: 2025-11-25', 'mcp-method: tools/list'),
    400,
    malformed,
    { says: /"code":-32020/u },
  ],
  [
    'a call without its name',
    post(modern('tools/call', find.params), ...modernLines('tools/call')),
    400,
    malformed,
    { says: /"code":-32020.*Mcp-Name/u },
  ],
  [
    'a call of another name',
    post(modern('tools/call', find.params), ...modernLines('tools/call', 'close_ticket')),
    400,
    malformed,
    { says: /"code":-32020/u },
  ],
  [
    'a name in broken base64',
    post(modern('tools/call', find.params), ...modernLines('tools/call', '=?base64?%%?=')),
    400,
    malformed,
    { says: /"code":-32020/u },
  ],
  [
    'an unknown modern version',
    post(
      modern('tools/list', {}, { ...modernMeta(), 'io.modelcontextprotocol/protocolVersion': '2027-01-01' }),
      'mcp-protocol-version: 2027-01-01',
      'mcp-method: tools/list',
    ),
    400,
    'VALIDATION_INVALID_ENUM',
    { says: /"code":-32022/u },
  ],
  [
    'an unknown modern method',
    post(modern('tools/lst'), ...modernLines('tools/lst')),
    404,
    'NOT_FOUND_OPERATION',
    { says: /"ref":"tools\/list"/u },
  ],
  [
    'a method that the modern revision dropped',
    post(modern('ping'), ...modernLines('ping')),
    404,
    'NOT_FOUND_OPERATION',
  ],
  [
    'a method of sessions without one',
    post({ ...ping, method: 'resources/subscribe' }, mcpAccept),
    200,
    'NOT_FOUND_OPERATION',
  ],
  [
    'a tampered state',
    post(modern('tools/call', { ...find.params, requestState: 'forged' }), ...modernLines('tools/call', 'find_ticket')),
    200,
    'TOKEN_INVALID',
    { says: /"code":-32602/u },
  ],
  ['PUT', request('PUT', '/mcp', [json], '{}'), 405, malformed, { says: /allow: GET, POST, DELETE/iu }],
  ['PATCH of a tool', request('PATCH', '/tickets/tools/find_ticket', [json], '{}'), 405, malformed],
  ['TRACE', request('TRACE', '/mcp'), 405, malformed],
  ['POST of a health check', request('POST', '/healthz', [json], '{}'), 405, malformed],
  ['POST of the list of tools', request('POST', '/tickets/tools', [json], '{}'), 405, malformed],
  ['Basic credentials', post(find, 'authorization: Basic YTpi'), 401, 'PERMISSION_DENIED'],
  [
    'a key of nobody',
    post(find, 'authorization: Bearer nobody'),
    401,
    'PERMISSION_DENIED',
    { says: /www-authenticate: Bearer/iu },
  ],
  ['approvals of a server without any', request('GET', '/approvals'), 404, 'NOT_FOUND_RESOURCE'],
];

/** Requests that are refused, each with one answer. */
export const badRequests: readonly BadRequest[] = rows.map(([title, bytes, status, code, more = {}]) => ({
  title,
  bytes,
  status,
  code,
  ...more,
}));
