import { setTimeout as sleepFor } from 'node:timers/promises';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { fail, succeed } from '@recourse/contract';
import type { NextAction, Outcome } from '@recourse/contract';
import { contractExtensionKey, toCallToolResult } from '@recourse/contract/mcp';
import { idempotencyKeyMetaKey } from '../meta-keys.ts';
import type { RecoveryOptions } from '../calling/settings.ts';

/** Test time runs this many times faster than real time, for the client and for the server. */
const faster = 10;

export interface KeyedServerOptions {
  /** The effect of a payment lands this long after its handler starts; then the handler ends. */
  readonly effectAfterMs: number;
  /** The caller is told that the handler took too long; the handler continues. */
  readonly timeoutMs?: number;
  /** Whether that failure says that a repetition may help; defaults to true. */
  readonly retryable?: boolean;
  /** The look of a failure: identifies the effect, or only resembles it. Defaults to none. */
  readonly look?: 'identifies' | 'resembles';
  /** The handler dies before its effect, this long after it started. */
  readonly diesAfterMs?: number;
  /** The server finds out this long after the handler died that it did nothing, and frees the key. */
  readonly reopensAfterMs?: number;
  /** False: the server says nothing of the contract and ignores keys. */
  readonly announced?: boolean;
}

type Kept =
  | { readonly kind: 'in_flight' }
  | { readonly kind: 'settled'; readonly outcome: Outcome }
  | { readonly kind: 'lost'; readonly at: number };

/** A payment server that honours keys as the contract requires, connected to the official client. */
export const connectKeyedServer = async (options: KeyedServerOptions) => {
  const { announced = true } = options;
  const effects: string[] = [];
  const keys: (string | undefined)[] = [];
  const pay = createPay(options, effects);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const extensions = announced ? { [contractExtensionKey]: { version: 1, dialect: 'recourse' } } : {};
  const tool = (name: string, readOnlyHint: boolean) => ({
    name,
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint },
  });
  const answer = async (method: string, params: CallParams): Promise<object | undefined> => {
    if (method === 'initialize')
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, extensions },
        serverInfo: { name: 'payments', version: '1' },
      };
    if (method === 'tools/list') return { tools: [tool('pay', false), tool('find_payment', true)] };
    if (method !== 'tools/call') return undefined;
    if (params.name === 'find_payment')
      return toCallToolResult(succeed({ paid: effects.includes(String(params.arguments?.['key'])) }));
    const key = params._meta?.[idempotencyKeyMetaKey] as string | undefined;
    keys.push(key);
    return toCallToolResult(await pay(key));
  };
  // A transport has no addEventListener.
  Object.assign(far, {
    onmessage: (message: JSONRPCMessage) => {
      if (!('method' in message) || !('id' in message)) return;
      const { id, method, params = {} } = message;
      void answer(method, params as CallParams).then(
        (result) => result && far.send({ jsonrpc: '2.0', id, result: { ...result } }),
      );
    },
  });
  await far.start();
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(near);
  return { client, effects, keys, close: () => client.close() };
};

interface CallParams {
  readonly name?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

const createPay = (
  {
    effectAfterMs,
    timeoutMs = Infinity,
    retryable = true,
    look,
    diesAfterMs = Infinity,
    reopensAfterMs,
    announced = true,
  }: KeyedServerOptions,
  effects: string[],
) => {
  const kept = new Map<string, Kept>();
  let unkeyed = 0;
  const actionsOf = (key: string): { readonly next_actions?: readonly NextAction[] } =>
    look === undefined ? {} : { next_actions: [lookFor(key, look)] };
  const run = async (key: string): Promise<Outcome> => {
    kept.set(key, { kind: 'in_flight' });
    const lives = diesAfterMs > effectAfterMs;
    await sleepFor((lives ? effectAfterMs : diesAfterMs) / faster);
    if (lives) effects.push(key);
    const outcome = lives ? succeed({ paid: true }) : died(actionsOf(key));
    kept.set(key, lives ? { kind: 'settled', outcome } : { kind: 'lost', at: testNow() });
    return outcome;
  };
  const start = (key: string): Promise<Outcome> => {
    const timedOut = fail(
      'INTERNAL_TIMEOUT',
      { operation: 'pay', timeout_ms: 1 },
      { effect: 'unknown', recovery: 'verify', retryable, ...actionsOf(key) },
    );
    const running = run(key);
    return timeoutMs === Infinity ? running : Promise.race([running, sleepFor(timeoutMs / faster, timedOut)]);
  };
  return async (given: string | undefined): Promise<Outcome> => {
    const key = announced && given !== undefined ? given : `unkeyed-${(unkeyed += 1)}`;
    const found = kept.get(key);
    if (!found) return start(key);
    if (found.kind === 'in_flight') return fail('CONFLICT_IN_FLIGHT', { retry_after_seconds: 1 }, { effect: 'none' });
    if (found.kind === 'settled') return found.outcome;
    // Only the server reopens a key, once it knows that the handler is gone and has done nothing.
    const reopensInMs = reopensAfterMs === undefined ? undefined : found.at + reopensAfterMs - testNow();
    if (reopensInMs !== undefined && reopensInMs <= 0) {
      effects.push(key);
      kept.set(key, { kind: 'settled', outcome: succeed({ paid: true }) });
      return succeed({ paid: true });
    }
    return outcomeUnknown(reopensInMs, actionsOf(key));
  };
};

const died = (more: object): Outcome => fail('UPSTREAM_TIMEOUT', {}, { effect: 'unknown', retryable: false, ...more });

const outcomeUnknown = (reopensInMs: number | undefined, more: object): Outcome =>
  fail(
    'CONFLICT_OUTCOME_UNKNOWN',
    { operation: 'pay' },
    {
      effect: 'unknown',
      retryable: reopensInMs !== undefined,
      ...(reopensInMs !== undefined && { retry_after_ms: Math.ceil(reopensInMs) }),
      ...more,
    },
  );

const lookFor = (key: string, look: 'identifies' | 'resembles'): NextAction => ({
  tool: 'find_payment',
  arguments: { key },
  why: 'Shows whether it was paid.',
  applied_when: { pointer: '/paid', equals: true },
  ...(look === 'resembles' && { resembles: true }),
});

const testNow = (): number => performance.now() * faster;

/** Options for a client whose waits run in test time. */
export const inTestTime = {
  now: testNow,
  sleep: (ms: number, signal?: AbortSignal) => sleepFor(ms / faster, undefined, signal && { signal }),
} satisfies RecoveryOptions;
