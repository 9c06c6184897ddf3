import { fail } from '@recourse/contract';
import type { CodeDefinition, Failure, Json, JsonObject, JsonSchema } from '@recourse/contract';
import { defineOperation } from '@recourse/engine';
import type { Operation, Principal } from '@recourse/engine';
import type { Adapter, AdapterOperation } from '../adapter/adapter.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { introspectDetails, introspectInfo, operationDetails, operationInfo } from '../introspection/operation-info.ts';
import { pageOperations } from '../introspection/page-operations.ts';
import type { OperationsQuery } from '../introspection/page-operations.ts';
import { describeMeta, describeProtocol } from '../introspection/protocol.ts';
import type { ServingFacts } from '../introspection/protocol.ts';
import { introspectParameters } from '../introspection/queries.ts';
import type { Query } from '../introspection/queries.ts';
import { typeDetails, typeInfo, typesOf } from '../introspection/types.ts';

export interface IntrospectSetting extends ServingFacts {
  readonly adapter: Adapter;
  readonly endpoints: readonly Endpoint[];
  readonly definitions: readonly CodeDefinition[];
  /** How the quotas stand for a caller. */
  readonly quotaStatus: (principal: Principal) => Promise<JsonObject>;
}

const input: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(introspectParameters.map(({ name, schema }) => [name, schema as Json])),
  required: introspectParameters.filter(({ required }) => required).map(({ name }) => name),
  additionalProperties: false,
};

/** The reserved operation of MCP-AQL. It only reads the adapter file, so it requires no trust. */
export const introspectOperation = (setting: IntrospectSetting): Operation =>
  defineOperation({
    name: 'introspect',
    input,
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    errors: ['VALIDATION_INVALID_VALUE'],
    run: ({ arguments: { query, name, ...filter }, principal, correlation_id }) =>
      query === 'operations' && name === undefined
        ? listOperations(setting, filter as OperationsQuery, correlation_id)
        : answers[query as Query](setting, typeof name === 'string' ? name : undefined, principal),
  });

/** One page of the operations. `introspect` itself comes first, unless the caller looks for something. */
const listOperations = (
  { adapter, ...facts }: IntrospectSetting,
  filter: OperationsQuery,
  correlation_id: string,
): JsonObject | Failure => {
  const sizeOf = (operation: AdapterOperation): number =>
    JSON.stringify([operationInfo(operation), operation.name, describeMeta(operation, facts)]).length;
  const found = pageOperations(adapter.operations, filter, sizeOf);
  if (!found) {
    return fail(
      'VALIDATION_INVALID_VALUE',
      { param_name: 'after', rule: 'it must be the name of an operation in this list' },
      { correlation_id, hint: "Omit 'after' to start from the first page." },
    );
  }
  const isWhole = filter.search === undefined && filter.tag === undefined && filter.after === undefined;
  return {
    _protocol: describeProtocol(adapter, facts, found),
    operations: [...(isWhole ? [introspectInfo] : []), ...found.operations.map(operationInfo)],
  };
};

type Answer = (
  setting: IntrospectSetting,
  name: string | undefined,
  principal: Principal,
) => JsonObject | Promise<JsonObject>;

const answers: Readonly<Record<Query, Answer>> = {
  operations: ({ adapter, endpoints }, name) => {
    if (name === 'introspect') return { operation: introspectDetails(endpoints) };
    const found = adapter.operations.find((operation) => operation.name === name);
    return { operation: found ? operationDetails(found, adapter, endpoints) : null };
  },
  types: ({ adapter }, name) => {
    const types = typesOf(adapter);
    if (name === undefined) return { types: types.map(typeInfo) };
    const found = types.find((type) => type.name === name);
    return { type: found ? typeDetails(found) : null };
  },
  adapter_info: ({ adapter, trust }) => ({
    adapter: {
      name: adapter.name,
      version: adapter.version,
      description: adapter.description,
      base_url: adapter.baseUrl,
      trust: { level: trust, claimed: adapter.trustClaim },
      operations: adapter.operations.length,
    },
  }),
  quota_status: ({ quotaStatus }, _, principal) => quotaStatus(principal),
  error_codes: ({ definitions }, name) =>
    name === undefined
      ? { error_codes: definitions.map(describeCode) }
      : { error_code: definitions.filter(({ code }) => code === name).map(describeCode)[0] ?? null },
};

const describeCode = ({ code, category, http, retryable, recovery, summary }: CodeDefinition): JsonObject => ({
  code,
  category: category.toUpperCase(),
  http,
  retryable,
  recovery,
  summary: typeof summary === 'string' ? summary : summary[0],
});
