import fc from 'fast-check';
import { anyValue } from './json-text.ts';

/** A message as its sender means it, before anything is done to it. */
export type Message = Readonly<Record<string, unknown>>;

export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Few are equal by chance, so that every answer belongs to one request. */
const id = fc.oneof(
  fc.integer(),
  fc.nat().map((number) => `id ${number}`),
  fc.string({ unit: 'binary', minLength: 6, maxLength: 12 }),
);

const meta = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.constant(modernMeta) },
  fc.record({ progressToken: fc.oneof(fc.nat(), fc.string()) }),
  fc.record({ 'dev.recourse/idempotency_key': fc.constantFrom('a', 'b', 'c') }),
  fc.record({ 'dev.recourse/confirmation_token': fc.string(), traceparent: fc.string() }),
);

const text = fc.oneof(fc.constant('fail'), fc.string({ unit: 'binary' }));

const toolParams = fc.oneof(
  { weight: 4, arbitrary: fc.record({ name: fc.constant('echo'), arguments: fc.record({ text }) }) },
  fc.record({ name: fc.constant('wait'), arguments: fc.record({ ms: fc.nat(3) }) }),
  fc.record({ name: fc.constant('remove'), arguments: fc.record({ id: fc.nat() }) }),
  fc.record({ name: fc.constant('unruly') }),
  fc.record({ name: fc.string(), arguments: anyValue }),
  fc.record({
    name: fc.constant('recourse_confirm'),
    arguments: fc.record({ confirmation_token: fc.string() }),
  }),
);

const handshake = fc.record({
  protocolVersion: fc.constantFrom('2025-11-25', '2024-11-05', '1999-01-01'),
  capabilities: fc.constant({}),
  clientInfo: fc.constant({ name: 'fuzz', version: '1' }),
});

const byMethod: readonly (readonly [method: string, params: fc.Arbitrary<object>])[] = [
  ['ping', fc.constant({})],
  ['initialize', handshake],
  ['server/discover', fc.constant({})],
  ['resources/list', fc.constant({})],
  ['resources/read', fc.record({ uri: fc.constantFrom('fuzz://text', 'fuzz://any', 'fuzz://', 'nothing') })],
  ['prompts/get', fc.record({ name: fc.constantFrom('greet', 'nobody'), arguments: fc.record({ whom: fc.string() }) })],
  ['completion/complete', fc.record({ ref: anyValue, argument: anyValue })],
  ['logging/setLevel', fc.record({ level: fc.constantFrom('debug', 'loud') })],
  ['tasks/get', fc.record({ taskId: fc.string() })],
];

const asking = fc.oneof(
  { weight: 8, arbitrary: fc.record({ method: fc.constant('tools/call'), params: toolParams }) },
  { weight: 2, arbitrary: fc.record({ method: fc.constant('tools/list'), params: fc.constant({}) }) },
  ...byMethod.map(([method, params]) => fc.record({ method: fc.constant(method), params })),
  fc.record({ method: fc.string(), params: fc.constant({}) }),
);

/** Something that wants an answer. */
export const request: fc.Arbitrary<Message> = fc
  .record({ id, asking, meta })
  .map(({ id: own, asking: { method, params }, meta: said }) => ({
    jsonrpc: '2.0',
    id: own,
    method,
    params: Object.keys(said).length > 0 ? { ...params, _meta: said } : params,
  }));

/** Something that wants none. */
export const notification: fc.Arbitrary<Message> = fc
  .record({
    method: fc.constantFrom(
      'notifications/initialized',
      'notifications/roots/list_changed',
      'notifications/progress',
      'notifications/cancelled',
      'notifications/unknown',
      'tools/call',
    ),
    params: fc.option(fc.record({ requestId: fc.constantFrom(-1, 'nobody'), name: fc.constant('echo') }), {
      nil: undefined,
    }),
  })
  .map((said) => ({ jsonrpc: '2.0', ...said }));

/** A response to a request that was never sent. */
export const response: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ jsonrpc: fc.constant('2.0'), id, result: anyValue }),
  fc.record({ jsonrpc: fc.constant('2.0'), id: fc.oneof(id, fc.constant(null)), error: anyValue }),
);
