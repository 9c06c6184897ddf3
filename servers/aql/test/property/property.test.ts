import { coreRegistry, isJsonObject } from '@recourse/contract';
import { repetitions } from '@recourse/testkit/repetitions';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAdapter } from '../../src/adapter/index.ts';
import type { Adapter } from '../../src/adapter/index.ts';
import { expectClean } from '../../src/exchange/testing/expect-clean.ts';
import { createAqlServer } from '../../src/server.ts';
import { startFaultServer } from '../fault-server.ts';
import type { FaultServer } from '../fault-server.ts';
import { json } from '../fault.ts';
import { openHttpDoor } from '../world/http-door.ts';
import type { HttpDoor } from '../world/http-door.ts';
import { shopAdapter } from '../world/shop-adapter.ts';
import { exchangeOf } from '../world/world.ts';
import type { Wire } from '../world/world.ts';
import { generatedAdapter } from './generated-adapter.ts';
import { generatedRequest } from './generated-request.ts';

const perAdapter = 20;
const adapters = repetitions({ atLeast: 15, full: 500 });

let upstream: FaultServer;
let door: HttpDoor;
beforeAll(async () => {
  upstream = await startFaultServer();
  const shop = shopAdapter(upstream.url);
  door = await openHttpDoor(createAqlServer({ adapter: shop, exchange: exchangeOf(shop) }));
});
afterAll(async () => {
  await door.close();
  await upstream.close();
});

const readGood = (text: string): Adapter => {
  const { adapter, problems } = readAdapter(text, { format: 'yaml' });
  if (!adapter) throw new Error(JSON.stringify(problems.slice(0, 3)));
  return adapter;
};

const successKeys = new Set(['success', 'data', 'warnings', 'results', 'summary']);

/** Every answer is `{success: true, data}` (a batch adds `results` and `summary`) or `{success: false, error: {code, message, details}}`, and nothing else. */
const expectEnvelope = (result: Awaited<ReturnType<HttpDoor['call']>>): Wire => {
  const envelope = result.structuredContent as Wire;
  const [first] = result.content;
  expect(first?.type === 'text' && JSON.parse(first.text)).toEqual(envelope);
  expect(result.isError ?? false).toBe(envelope.success === false);
  if (envelope.success === true) {
    expect(Object.keys(envelope).filter((key) => !successKeys.has(key))).toEqual([]);
    expect(Object.hasOwn(envelope, 'results')).toBe(Object.hasOwn(envelope, 'summary'));
    expect(Object.hasOwn(envelope, 'data')).toBe(true);
  } else {
    expect(envelope.success).toBe(false);
    expect(Object.keys(envelope).filter((key) => !['success', 'error', 'confirmation'].includes(key))).toEqual([]);
    expect(Object.keys(envelope.error).sort()).toEqual(['code', 'details', 'message']);
    expect(coreRegistry.find(envelope.error.code)?.kind).toBe('error');
    expect(envelope.error.message).toMatch(/\S/u);
    expect(isJsonObject(envelope.error.details)).toBe(true);
    // No input here may cause an internal error.
    expect(envelope.error.code).not.toBe('INTERNAL_ERROR');
  }
  return envelope;
};

it(
  'neither sends nor answers what it should not, whatever the adapter and the request',
  { timeout: 1_200_000 },
  async () => {
    const made = { requests: 0, sent: 0, succeeded: 0 };
    const codes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(generatedAdapter(`${upstream.url}/base/v1`), fc.integer(), async ({ text }, seed) => {
        const adapter = readGood(text);
        const danger = Object.fromEntries(adapter.operations.map(({ name }) => [name, 'safe' as const]));
        const server = createAqlServer({ adapter, exchange: exchangeOf(adapter), settings: { danger } });
        door.put(server);
        const requests = fc.sample(generatedRequest(adapter), { numRuns: perAdapter, seed });
        for (const request of requests) {
          upstream.reset();
          upstream.otherwise(json(200, []));
          const envelope = expectEnvelope(await door.call(request.tool, request.arguments));
          made.requests += 1;
          made.sent += upstream.requests.length;
          if (envelope.success) made.succeeded += 1;
          else codes.add(envelope.error.code);
          expect(upstream.unreadable).toEqual([]);
          for (const arrived of upstream.requests) {
            const name = `op_${arrived.target.split('/')[4]}`;
            const called = adapter.operations.find((operation) => operation.name === name);
            if (!called) throw new Error(`Nobody asked for ${arrived.target}`);
            const input = (called.input ?? []).map((each) => ({ ...each, in: 'body' as const }));
            const paging = called.paging ? ['p-offset', 'p-limit'] : [];
            expectClean(arrived, { ...called, parameters: [...called.parameters, ...input] }, paging);
          }
        }
      }),
      { numRuns: adapters },
    );
    // A law says nothing if nothing happened.
    expect(made.requests).toBeGreaterThanOrEqual(adapters * perAdapter);
    expect(made.sent).toBeGreaterThan(made.requests / 4);
    expect(codes).toContain('NOT_FOUND_OPERATION');
    expect(codes).toContain('VALIDATION_MISSING_PARAM');
  },
);
