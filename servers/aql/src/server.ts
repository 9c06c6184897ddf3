import { createRegistry, isJsonObject } from '@recourse/contract';
import type { JsonObject, Registry } from '@recourse/contract';
import { createServer } from '@recourse/engine';
import type { AdapterSettings, LimitSettings, Operation, Server, ServerOptions } from '@recourse/engine';
import { describeStages } from '@recourse/engine/stages';
import { defaultConfiguration } from '@recourse/engine/configuration';
import type { Adapter } from './adapter/adapter.ts';
import type { Exchange } from './exchange/exchange.ts';
import { batchOperation } from './tools/batch-operation.ts';
import { endpointsOf, prefixProblem } from './endpoints/endpoint.ts';
import type { Endpoint, Mode } from './endpoints/endpoint.ts';
import { endpointInput } from './endpoints/endpoint-input.ts';
import { endpointTool } from './tools/endpoint-tool.ts';
import { introspectOperation } from './tools/introspect-operation.ts';
import { quotaStatus } from './introspection/quota-status.ts';
import { adapterCodeSet, declaredCodes } from './codes.ts';
import { adapterOperation } from './operations/adapter-operation.ts';
import { adapterQuotas } from './operations/adapter-quotas.ts';
import { argumentNames, holdsSecret, secretNames } from './operations/arguments-schema.ts';
import { effectiveTrust } from './operations/effective-trust.ts';
import { completeStores } from './stores/complete-stores.ts';
import { scopeStores } from './stores/scoped-stores.ts';

export interface AqlServerOptions {
  readonly adapter: Adapter;
  readonly exchange: Exchange;
  /** Defaults to `semantic`. */
  readonly mode?: Mode;
  /** Prefix of the tool names, to tell two adapters apart. */
  readonly prefix?: string;
  /** How many operations one batch may hold; defaults to 20. */
  readonly batchItems?: number;
  /** The operator's settings for this adapter. */
  readonly settings?: AdapterSettings;
  /** The operator's settings for any server: policy, stores, identity, record, limits. */
  readonly server?: Partial<ServerOptions>;
}

const defaultBatchItems = 20;

/** One REST API over MCP, in the dialect of MCP-AQL. */
export const createAqlServer = (options: AqlServerOptions): Server => {
  const { adapter, exchange, mode = 'semantic', prefix = '', settings = {}, server = {} } = options;
  const problem = prefixProblem(prefix);
  if (problem !== undefined) throw new TypeError(problem);
  const endpoints = endpointsOf(mode, prefix);
  const codes = adapterCodeSet(adapter);
  const errors = declaredCodes(adapter);
  const trust = effectiveTrust(adapter.trustClaim, settings.trust);
  const danger = new Map(Object.entries(settings.danger ?? {}));
  const mostItems = options.batchItems ?? defaultBatchItems;
  const { usage, ...complete } = completeStores(server.stores, server.now);
  const stores = scopeStores(adapter.name, complete);
  const quotas = adapterQuotas(adapter);
  const operations = new Map(
    adapter.operations.map((described): readonly [string, Operation] => [
      described.name,
      adapterOperation(described, {
        exchange,
        trust,
        codes,
        errors,
        quotas,
        timeoutMs: operationMs(adapter),
        danger,
        operations: adapter.operations,
      }),
    ]),
  );
  const registry = createRegistry(...(codes ? [codes] : []));
  const limits: LimitSettings = { ...defaultConfiguration.limits, ...server.limits };
  const reachable = new Set([...errors, ...describeStages().flatMap((stage) => stage.codes)]);
  const introspect = introspectOperation({
    adapter,
    endpoints,
    mode,
    mostItems,
    limits,
    trust,
    codes: errors,
    danger: ({ name, danger: { level } }) => danger.get(name) ?? level,
    definitions: registry.list().filter(({ code }) => reachable.has(code)),
    quotaStatus: ({ id }) => quotaStatus(adapter, id, { usage, limits: exchange.limits() }),
  });
  const described = new Map(adapter.operations.map((operation) => [operation.name, operation]));
  const declared = new Map(adapter.operations.map((operation) => [operation.name, argumentNames(operation)]));
  const input = endpointInput(mostItems);
  const setting = {
    adapter,
    endpoints,
    operations,
    described,
    declared: (name: string) => declared.get(name),
    introspect,
    input,
  };
  const batches = endpoints.map((endpoint) => batchFor(endpoint, { mostItems, registry }, options));
  return createServer({
    name: adapter.name,
    version: adapter.version,
    instructions: instructionsOf(adapter, endpoints),
    ...server,
    stores,
    policy: allowing([introspect, ...batches], server.policy),
    dialect: 'mcp-aql',
    ...(codes && { codes }),
    changes: ['tools'],
    tools: endpoints.flatMap((endpoint, index) => {
      const batch = batches[index];
      return batch ? [endpointTool(endpoint, batch, setting)] : [];
    }),
  });
};

/** The exchange ends its requests itself, and says more about it than the engine could. */
const operationMs = ({ timeoutMs }: Adapter): number => timeoutMs + 5000;

const batchFor = (
  { tool, categories: [only, ...more] }: Endpoint,
  { mostItems, registry }: { readonly mostItems: number; readonly registry: Registry },
  { adapter, server = {} }: AqlServerOptions,
): Operation => {
  const byName = new Map(adapter.operations.map((operation) => [operation.name, operation]));
  const timeoutMs = server.timeouts?.maxMs ?? defaultConfiguration.timeouts.maxMs;
  return batchOperation({
    tool,
    mostItems,
    registry,
    reads: only === 'read' && more.length === 0,
    timeoutMs,
    // The last item that is begun has its time too.
    budgetMs: Math.max(timeoutMs - operationMs(adapter), timeoutMs / 2),
    secrets: [...new Set(adapter.operations.flatMap(secretNames))],
    holdsSecret: (item) => {
      const operation = byName.get(String(item['operation']));
      const { operation: _, params, ...beside } = item;
      const args: JsonObject = { ...beside, ...(isJsonObject(params) ? params : {}) };
      return operation !== undefined && holdsSecret(operation, args);
    },
    now: server.now ?? Date.now,
  });
};

/**
 * Allows introspection and batches: the first is open to every caller, and the items of a batch are checked one by one.
 */
const allowing = (
  operations: readonly Operation[],
  policy: NonNullable<ServerOptions['policy']> = {},
): NonNullable<ServerOptions['policy']> => ({
  ...policy,
  tools: {
    ...policy.tools,
    ...Object.fromEntries(operations.map(({ name }) => [name, { decision: 'allow' as const }])),
  },
});

const instructionsOf = (adapter: Adapter, [first]: readonly Endpoint[]): string =>
  [
    adapter.description,
    `Every tool takes {operation, params}; start with ${first?.tool ?? ''} {operation: 'introspect', params: {query: 'operations'}}.`,
    'After a failure, read error.code, and recovery and next_actions under error.details.recourse.',
  ].join(' ');
