import fc from 'fast-check';
import { frame } from './frames.ts';
import { modernMeta, request } from './messages.ts';
import { write } from './json-text.ts';

/** A request as its sender means it: well framed, whatever it says. */
export interface HttpFrame {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** The sizes of the chunks that the body goes in, over and over; none if its length is announced. */
  readonly chunks: readonly number[];
  /** Which of the sessions that are open at the time it belongs to. */
  readonly session: number | undefined;
}

type Headers = HttpFrame['headers'];

/** Values that make a request a valid MCP request that is let in. */
export const good = {
  targets: ['/mcp', '/fuzz/mcp', '/mcp?x=1'],
  hosts: ['127.0.0.1', 'localhost:8788', '[::1]:1'],
  origins: ['http://localhost:6274', 'https://127.0.0.1'],
  types: ['application/json', 'Application/JSON; charset=utf-8'],
};

const usually = (values: readonly string[], ...others: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...values) }, fc.constantFrom(...others));

const text = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)) });

const extra: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(
    fc.constantFrom('mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'last-event-id'),
    fc.oneof(fc.constantFrom('2025-11-25', '2026-07-28', 'tools/call', 'echo', ''), text),
  ),
  fc.tuple(
    fc.constantFrom(
      'authorization',
      'idempotency-key',
      'recourse-confirmation-token',
      'traceparent',
      'x-forwarded-for',
    ),
    fc.oneof(fc.constantFrom('Bearer x', 'Bearer', '\u00ff\u00e9'), text),
  ),
  fc.tuple(fc.constantFrom('accept'), fc.constantFrom('application/json', 'text/event-stream', '*/*', 'text/html', '')),
  fc.tuple(fc.constantFrom('accept'), fc.constant('application/json, text/event-stream')),
  fc.tuple(
    fc.constantFrom('cookie', 'x-padding'),
    fc.nat(3000).map((length) => 'x'.repeat(length)),
  ),
  fc.constantFrom(['te', 'trailers'], ['pragma', '__proto__'], ['__proto__', '1'], ['expect', '100-continue'] as const),
);

const headers: fc.Arbitrary<Headers> = fc
  .record({
    host: usually(good.hosts, 'evil.example', '127.0.0.1.evil.example', 'localhost@evil.example', ''),
    origin: fc.option(usually(good.origins, 'https://evil.example', 'null', 'file://'), { nil: undefined, freq: 1 }),
    type: usually(good.types, 'text/plain', '', 'application/jsonx'),
    others: fc.array(extra, { maxLength: 3 }),
  })
  .map(({ host, origin, type, others }) => [
    ['host', host],
    ...(origin === undefined ? [] : [['origin', origin] as const]),
    ['content-type', type],
    ...others,
  ]);

const chunks = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 4 }),
);
const session = fc.option(fc.nat(100), { nil: undefined, freq: 2 });

const otherTargets =
  `/ /codes /codes/X /healthz /readyz /fuzz/tools /fuzz/tools/%zz /fuzz/tools/..%2f /fuzz/tools/__proto__
  /__proto__/mcp /mcp/ /MCP /mcp#x // //evil.example/mcp /% * http://evil.example/mcp`.split(/\s+/u);

/** Any request to any target. */
const any = fc.record({
  method: usually(['POST'], 'GET', 'DELETE', 'PUT', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND'),
  target: usually([...good.targets, '/fuzz/tools/echo'], ...otherTargets),
  headers,
  body: frame,
  chunks,
  session,
});

const accept = ['accept', 'application/json, text/event-stream'] as const;

const withMeta = (params: unknown): object => ({ ...(params as object), _meta: modernMeta });

/** Requests of a client of the stateless revision: headers that repeat the body. */
const modern = fc.record({ message: request, chunks }).map(({ message, chunks: sizes }) => {
  const { method, params } = message as { method: string; params: { name?: unknown } };
  const named = typeof params.name === 'string' && /^[\x21-\x7e]*$/u.test(params.name) ? params.name : '';
  const repeated: Headers = [
    ['mcp-protocol-version', '2026-07-28'],
    ['mcp-method', /^[\x21-\x7e]*$/u.test(method) ? method : ''],
    ['mcp-name', named],
  ];
  return {
    method: 'POST',
    target: '/mcp',
    headers: [['host', 'localhost'], ['content-type', 'application/json'], accept, ...repeated] as Headers,
    body: Buffer.from(write({ ...message, params: withMeta(params) })),
    chunks: sizes,
    session: undefined,
  };
});

/** Requests of a client with a session. */
const inSession = fc
  .record({ message: frame, method: usually(['POST'], 'GET', 'DELETE'), number: fc.nat(100) })
  .map(({ message, method, number }): HttpFrame => ({
    method,
    target: '/mcp',
    headers: [['host', 'localhost'], ['content-type', 'application/json'], accept],
    body: method === 'POST' ? message : Buffer.of(),
    chunks: [],
    session: number,
  }));

const opening = fc.constantFrom('2025-11-25', '2025-06-18').map((protocolVersion): HttpFrame => {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } };
  return {
    method: 'POST',
    target: '/mcp',
    headers: [['host', 'localhost'], ['content-type', 'application/json'], accept],
    body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 'open', method: 'initialize', params })),
    chunks: [],
    session: undefined,
  };
});

export const httpFrame: fc.Arbitrary<HttpFrame> = fc.oneof(
  { weight: 12, arbitrary: any },
  { weight: 4, arbitrary: modern },
  { weight: 3, arbitrary: inSession },
  { weight: 1, arbitrary: opening },
);

/** The bytes of a request; the sender supplies the session header. */
export const encode = ({ method, target, headers: given, body, chunks: sizes }: HttpFrame, more: Headers): Buffer => {
  const framing = sizes.length > 0 ? ['transfer-encoding', 'chunked'] : ['content-length', String(body.length)];
  const lines = [...given, ...more, framing].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1');
  return Buffer.concat([head, sizes.length > 0 ? inChunks(body, sizes) : body]);
};

const inChunks = (body: Buffer, sizes: readonly number[]): Buffer => {
  const parts: Buffer[] = [];
  for (let from = 0, turn = 0; from < body.length; turn += 1) {
    const part = body.subarray(from, from + (sizes[turn % sizes.length] ?? 1));
    parts.push(
      Buffer.from(`${part.length.toString(16)}${turn % 3 === 1 ? ';name=value' : ''}\r\n`),
      part,
      Buffer.from('\r\n'),
    );
    from += part.length;
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
};

/** Bytes that were changed on the way: hardly ever a request, and then perhaps not where it should end. */
export const noise: fc.Arbitrary<Buffer> = fc
  .record({ frame: httpFrame, at: fc.nat(), removed: fc.nat(3), added: fc.uint8Array({ maxLength: 3 }) })
  .map(({ frame: meant, at, removed, added }) => {
    const bytes = encode(meant, []);
    const from = at % bytes.length;
    return Buffer.concat([bytes.subarray(0, from), added, bytes.subarray(from + removed)]);
  });
