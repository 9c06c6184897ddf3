import type { JsonObject } from '@recourse/contract';
import type { LimitSettings, Trust } from '@recourse/engine';
import type { Adapter, AdapterOperation, ApiLimit } from '../adapter/adapter.ts';
import type { Mode } from '../endpoints/endpoint.ts';
import type { OperationsPage } from './page-operations.ts';

/** The revision of MCP-AQL that introspection speaks. */
const protocolVersion = '1.0.0-draft';

/** Facts about the server that introspection shows in addition to the file. */
export interface ServingFacts {
  readonly mode: Mode;
  readonly mostItems: number;
  readonly limits: LimitSettings;
  readonly trust: Trust;
  readonly codes: readonly string[];
  /** As the operator has it. */
  readonly danger: (operation: AdapterOperation) => string;
}

/**
 * `_protocol`: the facts of every call, and for each operation of a page the facts that its own entry has no field for.
 */
export const describeProtocol = (
  adapter: Adapter,
  facts: ServingFacts,
  { operations, page }: OperationsPage,
): JsonObject => ({
  version: protocolVersion,
  mode: facts.mode,
  concurrency: 'fully-concurrent',
  capabilities: {
    batch: true,
    field_selection: true,
    pagination: adapter.operations.some(({ paging }) => paging !== undefined),
    warnings: true,
    confirmation: true,
    dangerous_operations: true,
    aggregations: false,
    computed_fields: false,
    relationship_queries: false,
  },
  limits: {
    max_request_size: facts.limits.requestBytes,
    max_response_size: facts.limits.responseBytes,
    max_string_length: facts.limits.stringBytes,
    max_array_elements: facts.limits.arrayItems,
    max_nesting_depth: facts.limits.depth,
    max_batch_operations: facts.mostItems,
  },
  operations_meta: {
    // No operation has this name: what is true of all of them is said once.
    '*': { trust: facts.trust, codes: [...facts.codes], limits: adapter.apiLimits.map(describeLimit) },
    ...Object.fromEntries(operations.map((operation) => [operation.name, describeMeta(operation, facts)])),
  },
  page,
});

export const describeMeta = (operation: AdapterOperation, { danger }: ServingFacts): JsonObject => ({
  danger: danger(operation),
  ...(operation.danger.reasons.length > 0 && { reasons: [...operation.danger.reasons] }),
  ...(operation.danger.requiresConfirmation && { requires_confirmation: true }),
  ...(operation.tags && { tags: [...operation.tags] }),
  ...(operation.paging && { paging: { default: operation.paging.defaultSize, max: operation.paging.maxSize } }),
});

const describeLimit = ({ scope, endpoint, category, limit, window }: ApiLimit): JsonObject => ({
  scope,
  ...(endpoint !== undefined && { endpoint }),
  ...(category !== undefined && { category }),
  limit,
  window,
});
