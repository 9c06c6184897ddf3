import type { JsonObject } from '@recourse/contract';
import type { Adapter, AdapterOperation, Category } from '../adapter/adapter.ts';
import { endpointOf } from '../endpoints/endpoint.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { sharedParameters } from '../operations/arguments-schema.ts';
import { introspectDescription, introspectParameters } from './queries.ts';
import { describeParameter } from './parameter-info.ts';
import type { ParameterInfo } from './parameter-info.ts';
import { inputTypeName, typeInfo } from './types.ts';

/** One line of the list. */
const infoOf = (name: string, category: Category, description: string): JsonObject => ({
  name,
  semantic_category: category.toUpperCase(),
  endpoint: category,
  description,
});

export const introspectInfo = infoOf('introspect', 'read', introspectDescription);

export const operationInfo = ({ name, category, description }: AdapterOperation): JsonObject =>
  infoOf(name, category, description);

/** As MCP-AQL's table of categories has it. */
export const permissions: Readonly<Record<Category, JsonObject & { readonly destructive: boolean }>> = {
  create: { readOnly: false, destructive: false },
  read: { readOnly: true, destructive: false },
  update: { readOnly: false, destructive: true },
  delete: { readOnly: false, destructive: true },
  execute: { readOnly: false, destructive: true },
};

/** Everything that a caller needs to know about one operation. */
export const operationDetails = (
  operation: AdapterOperation,
  adapter: Adapter,
  endpoints: readonly Endpoint[],
): JsonObject => ({
  ...operationInfo(operation),
  mcpTool: endpointOf(endpoints, operation.category).tool,
  permissions: permissions[operation.category],
  parameters: parametersOf(operation).map(describeParameter),
  returns: returnsOf(operation, adapter),
  ...(operation.examples.length > 0 && {
    examples: operation.examples.map(({ description, request }) => ({
      ...(description !== undefined && { description }),
      request,
    })),
  }),
});

export const introspectDetails = (endpoints: readonly Endpoint[]): JsonObject => ({
  ...introspectInfo,
  mcpTool: endpointOf(endpoints, 'read').tool,
  permissions: permissions.read,
  parameters: introspectParameters.map(describeParameter),
  returns: {
    name: 'IntrospectionResult',
    kind: 'object',
    description: 'The requested information, under a name such as operations or type.',
  },
});

const parametersOf = (operation: AdapterOperation): readonly ParameterInfo[] => [
  ...operation.parameters,
  ...sharedParameters(operation).map((parameter) =>
    parameter.name === 'input' && operation.input
      ? {
          ...parameter,
          schema: { type: 'object', description: `The changes: see the type '${inputTypeName(operation)}'.` },
        }
      : parameter,
  ),
];

const returnsOf = ({ returns, paging }: AdapterOperation, adapter: Adapter): JsonObject => {
  if (!returns) {
    return paging
      ? { name: 'Page', kind: 'object', description: 'A page of items, and pageInfo with its cursors.' }
      : { name: 'Json', kind: 'scalar', description: 'The response of the API.' };
  }
  const known = adapter.types.find(({ name }) => name === returns.type);
  const { description = known?.description } = returns;
  return known
    ? { ...typeInfo(known), ...(description !== undefined && { description }) }
    : { name: returns.type, kind: 'scalar', ...(description !== undefined && { description }) };
};
