import { fail, isFailure } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import { defineRouter } from '@recourse/engine';
import type { Call, Operation, Routed, Tool } from '@recourse/engine';
import type { Adapter, AdapterOperation } from '../../adapter/adapter.ts';
import { batchNameOf } from '../batch/batch-operation.ts';
import { argumentNames } from '../operations/arguments-schema.ts';
import { explainShape, missingOperation, unknownOperation, wrongEndpoint } from '../requests/refusals.ts';
import { localeIn, readRequest } from '../requests/request.ts';
import { describeEndpoint } from './describe-endpoint.ts';
import { endpointInput } from './endpoint-input.ts';
import { endpointOf } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';

/** What the endpoints of an adapter share. */
export interface EndpointSetting {
  readonly adapter: Adapter;
  readonly endpoints: readonly Endpoint[];
  /** The operations of the file, by name. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly introspect: Operation;
  readonly mostItems: number;
}

/** One endpoint as a tool: a router in front of the operations of its categories, `introspect` and its batch. */
export const endpointTool = (endpoint: Endpoint, batch: Operation, setting: EndpointSetting): Tool => {
  const { adapter, endpoints, operations, introspect } = setting;
  const described = new Map(adapter.operations.map((operation) => [operation.name, operation]));
  const names = [introspect.name, ...described.keys()];
  const declared = new Map(adapter.operations.map((operation) => [operation.name, argumentNames(operation)]));
  const find = (name: string): AdapterOperation | undefined => described.get(name);
  const own = adapter.operations
    .filter(({ category }) => endpoint.categories.includes(category))
    .flatMap(({ name }) => operations.get(name) ?? []);

  const resolve = (args: JsonObject, call: Pick<Call, 'correlation_id' | 'meta'>): Routed | Failure => {
    const { correlation_id } = call;
    if (args['operations'] !== undefined) return readBatch(args, endpoint, correlation_id);
    if (args['operation'] === undefined) return missingOperation(endpoint, correlation_id);
    const request = readRequest(args, (name) => declared.get(name), correlation_id);
    if (isFailure(request)) return request;
    const operation = find(request.operation);
    if (!operation && request.operation !== introspect.name) {
      return unknownOperation(request.operation, names, endpoint, correlation_id);
    }
    if (operation && !endpoint.categories.includes(operation.category)) {
      const expected = endpointOf(endpoints, operation.category);
      return wrongEndpoint(operation, request, { expected, actual: endpoint }, correlation_id);
    }
    // What the client's own dialogue has brought is newer than anything among the parameters.
    const token = call.meta.confirmation_token ?? request.token;
    return {
      operation: request.operation,
      arguments: request.arguments,
      ...(token !== undefined && { confirmation_token: token }),
    };
  };

  return defineRouter({
    name: endpoint.tool,
    title: `${adapter.name}: ${endpoint.label.toLowerCase()}`,
    description: describeEndpoint(adapter, endpoint),
    input: endpointInput(setting.mostItems),
    operations: [...own, introspect, batch],
    resolve,
    locale: localeIn,
    explain: (failure, args) => explainShape(failure, args, endpoint, find),
  });
};

/** A batch is one or the other, and holds no batch. */
const readBatch = (args: JsonObject, endpoint: Endpoint, correlation_id: string): Routed | Failure => {
  const items = args['operations'] as readonly JsonObject[];
  const unknown = Object.keys(args).filter((key) => key !== 'operations' && !key.startsWith('_'));
  if (unknown.length > 0) {
    return fail(
      'VALIDATION_UNKNOWN_PARAM',
      { operation: endpoint.tool, unknown_params: unknown, valid_params: ['operations'] },
      { correlation_id, hint: "Leave out what stands beside 'operations', or move it into the items." },
    );
  }
  if (items.some((item) => Object.hasOwn(item, 'operations'))) {
    return fail(
      'VALIDATION_UNKNOWN_FIELD',
      { operation: endpoint.tool, unknown_fields: ['operations'], valid_fields: ['operation', 'params'] },
      { correlation_id, hint: 'A batch holds no batch: list its operations themselves.' },
    );
  }
  const { _on_error: onError = 'continue' } = args;
  const locale = localeIn(args);
  return {
    operation: batchNameOf(endpoint.tool),
    arguments: { operations: items, on_error: onError, ...(locale !== undefined && { locale }) },
  };
};
