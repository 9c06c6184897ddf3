import { isFailure } from '@recourse/contract';
import type { Failure, JsonObject, JsonSchema } from '@recourse/contract';
import { defineRouter } from '@recourse/engine';
import type { Operation, Routed, Tool } from '@recourse/engine';
import type { Call } from '@recourse/engine/front-door';
import type { Adapter, AdapterOperation } from '../adapter/adapter.ts';
import { readBatch } from '../batch/read-batch.ts';
import {
  changesBesideInput,
  explainShape,
  missingOperation,
  unknownOperation,
  wrongEndpoint,
} from '../requests/refusals.ts';
import { localeIn, readRequest } from '../requests/request.ts';
import type { Declared } from '../requests/request.ts';
import { describeEndpoint } from '../endpoints/describe-endpoint.ts';
import { permissions } from '../introspection/operation-info.ts';
import { endpointOf } from '../endpoints/endpoint.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';

/** The context that the endpoints of an adapter share. */
export interface EndpointSetting {
  readonly adapter: Adapter;
  readonly endpoints: readonly Endpoint[];
  /** The operations of the file, by name. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** The same as the file has them, and the names of what each takes. */
  readonly described: ReadonlyMap<string, AdapterOperation>;
  readonly declared: Declared;
  readonly introspect: Operation;
  /** The input schema of every endpoint. */
  readonly input: JsonSchema;
}

/** One endpoint as a tool: a router in front of the operations of its categories, `introspect` and its batch. */
export const endpointTool = (endpoint: Endpoint, batch: Operation, setting: EndpointSetting): Tool => {
  const { adapter, endpoints, operations, described, introspect } = setting;
  const names = [introspect.name, ...described.keys()];
  const find = (name: string): AdapterOperation | undefined => described.get(name);
  const own = adapter.operations
    .filter(({ category }) => endpoint.categories.includes(category))
    .flatMap(({ name }) => operations.get(name) ?? []);

  const resolve = (args: JsonObject, call: Pick<Call, 'correlation_id' | 'meta'>): Routed | Failure => {
    const { correlation_id } = call;
    if (args['operations'] !== undefined) return readBatch(args, endpoint, call);
    if (args['operation'] === undefined) return missingOperation(endpoint, correlation_id);
    const request = readRequest(args, setting.declared, correlation_id);
    if (isFailure(request)) return request;
    const operation = find(request.operation);
    if (!operation && request.operation !== introspect.name) {
      return unknownOperation(request.operation, names, endpoint, correlation_id);
    }
    if (operation && !endpoint.categories.includes(operation.category)) {
      const expected = endpointOf(endpoints, operation.category);
      return wrongEndpoint(operation, request, { expected, actual: endpoint }, correlation_id);
    }
    const misplaced = operation && changesBesideInput(operation, request, endpoint, correlation_id);
    if (misplaced) return misplaced;
    // A token from the client's own dialogue is newer than any token among the parameters.
    const token = call.meta.confirmation_token ?? request.token;
    return {
      operation: request.operation,
      arguments: request.arguments,
      ...(token !== undefined && { confirmation_token: token }),
    };
  };

  const tool = defineRouter({
    name: endpoint.tool,
    title: `${adapter.name}: ${endpoint.label.toLowerCase()}`,
    description: describeEndpoint(adapter, endpoint),
    input: setting.input,
    operations: [...own, introspect, batch],
    resolve,
    locale: localeIn,
    explain: (failure, args) => explainShape(failure, args, endpoint, find),
  });
  // As introspection has it: an update overwrites, whichever danger its operations have. Hints do not decide what is asked.
  const destroys = endpoint.categories.some((category) => permissions[category].destructive);
  return destroys ? { ...tool, annotations: { ...tool.annotations, destructiveHint: true } } : tool;
};
