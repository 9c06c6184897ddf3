/**
 * Writes calls and recognises their answers, in each of the ways that the servers are called. A call has a number of
 * eight digits, which is its id and part of its text. So all calls have the same length, and the head of a request is
 * written once.
 */

export const firstNumber = 10_000_000;
const place = '########';

/** The metadata of a request of 2026-07-28, which has no handshake before it. */
const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '0.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const clientInfo = modernMeta['io.modelcontextprotocol/clientInfo'];

/** The first request of older clients. */
export const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
};
export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** @typedef {'2025' | '2026'} Era */

/** @type {(era: Era, id: number | string, method: string, params?: object) => object} */
export const request = (era, id, method, params = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: era === '2026' ? { ...params, _meta: modernMeta } : params,
});

/** The arguments of a good call; `times` is what a careless caller misspells. */
const good = { text: `hello ${place}`, times: 3 };
const calls = {
  good: { name: 'echo', arguments: good },
  'wrong argument': { name: 'echo', arguments: { text: good.text, tmies: 3 } },
  'unknown tool': { name: 'ecoh', arguments: good },
};
/**
 * @typedef {keyof typeof calls} CallKind
 * @typedef {Readonly<Record<string, string>>} Headers
 */

/** Whether a call was answered correctly. @type {Readonly<Record<CallKind, (body: string, number: number) => boolean>>} */
const isRight = {
  good: (body, number) => body.includes(`"text":"hello ${number}"`) && !body.includes('"isError":true'),
  'wrong argument': (body) => body.includes('"isError":true') && body.includes('"VALIDATION_'),
  'unknown tool': (body) => body.includes('"isError":true') && body.includes('"NOT_FOUND_OPERATION"'),
};

/**
 * One way to call: the text of a call with a number, and whether an answer is the right one.
 *
 * @typedef {{ write(number: number): string, isRight(body: string, number: number): boolean }} Wire
 */

/** @type {(era: Era, kind: CallKind) => Wire} */
export const stdioWire = (era, kind) => ({
  write: numbered(`${JSON.stringify(request(era, place, 'tools/call', calls[kind]))}\n`),
  isRight: isRight[kind],
});

/** @type {(era: Era, kind: CallKind, headers: Headers) => Wire} */
export const httpWire = (era, kind, headers) => {
  const body = JSON.stringify(request(era, place, 'tools/call', calls[kind]));
  const text = post('/mcp', { ...mcpHeaders(era, calls[kind].name), ...headers }, body);
  return { write: numbered(text), isRight: isRight[kind] };
};

/** A plain call of a tool, without MCP around it. @type {(headers: Headers) => Wire} */
export const restWire = (headers) => ({
  write: numbered(post('/bench/tools/echo', { accept: 'application/json', ...headers }, JSON.stringify(good))),
  isRight: isRight.good,
});

/** @type {(era: Era, name: string) => Headers} */
export const mcpHeaders = (era, name) => ({
  accept: 'application/json, text/event-stream',
  ...(era === '2026'
    ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name }
    : { 'mcp-protocol-version': '2025-11-25' }),
});

/** @type {(path: string, headers: Headers, body: string) => string} */
const post = (path, headers, body) => {
  // An id is a number and goes without its quotation marks.
  const length = body.replace(`"${place}"`, place).length;
  const lines = Object.entries({ 'content-type': 'application/json', 'content-length': length, ...headers });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
};

/** Puts the number of a call into its places. @param {string} text @returns {(number: number) => string} */
const numbered = (text) => {
  const parts = text.replace(`"${place}"`, place).split(place);
  return (number) => parts.join(String(number));
};
