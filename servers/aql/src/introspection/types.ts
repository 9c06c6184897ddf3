import { categories } from '../adapter/adapter.ts';
import type { Adapter, AdapterOperation, AdapterType, Parameter } from '../adapter/adapter.ts';
import type { JsonObject, JsonSchema } from '@recourse/contract';
import { describeParameter } from './parameter-info.ts';

/** Under this name the members of an update's `input` are found. */
export const inputTypeName = ({ name }: Pick<AdapterOperation, 'name'>): string => `${name}_input`;

export const typeInfo = ({ name, kind, description }: AdapterType): JsonObject => ({
  name,
  kind,
  ...(description !== undefined && { description }),
});

/** A type with what belongs to its kind, and nothing of another kind. */
export const typeDetails = (type: AdapterType): JsonObject => ({
  ...typeInfo(type),
  ...(type.kind === 'enum' && { values: [...(type.values ?? [])] }),
  ...(type.kind === 'object' && { fields: (type.fields ?? []).map(describeParameter) }),
  ...(type.kind === 'union' && { members: [...(type.members ?? [])] }),
});

/** The file's types, those of the inputs of its updates, and the protocol's. */
export const typesOf = (adapter: Adapter): readonly AdapterType[] => {
  const own = new Set(adapter.types.map(({ name }) => name));
  const inputs = adapter.operations.flatMap((operation): readonly AdapterType[] =>
    operation.category === 'update' && operation.input
      ? [
          {
            name: inputTypeName(operation),
            kind: 'object',
            description: `The fields that '${operation.name}' can change.`,
            fields: operation.input,
          },
        ]
      : [],
  );
  return [...adapter.types, ...[...inputs, ...protocolTypes].filter(({ name }) => !own.has(name))];
};

const field = (name: string, required: boolean, schema: JsonSchema): Parameter => ({
  name,
  wireName: name,
  in: 'body',
  required,
  sensitive: false,
  schema,
});

const protocolTypes: readonly AdapterType[] = [
  {
    name: 'SemanticCategory',
    kind: 'enum',
    description: 'The effect of an operation.',
    values: categories.map((category) => category.toUpperCase()),
  },
  {
    name: 'OperationInput',
    kind: 'object',
    description: 'One request.',
    fields: [field('operation', true, { type: 'string' }), field('params', false, { type: 'object' })],
  },
  {
    name: 'OperationResult',
    kind: 'union',
    description: 'The result of every call.',
    members: ['OperationSuccess', 'OperationFailure'],
  },
  {
    name: 'OperationSuccess',
    kind: 'object',
    description: 'A call that succeeded.',
    fields: [
      field('success', true, { type: 'boolean', enum: [true] }),
      field('data', true, {}),
      field('warnings', false, { type: 'array', items: { type: 'object' } }),
    ],
  },
  {
    name: 'OperationFailure',
    kind: 'object',
    description: 'A call that failed: error has code, message and details.',
    fields: [field('success', true, { type: 'boolean', enum: [false] }), field('error', true, { type: 'object' })],
  },
  {
    name: 'EndpointPermissions',
    kind: 'object',
    description: 'The effects that the operations of a category may have.',
    fields: [field('readOnly', true, { type: 'boolean' }), field('destructive', true, { type: 'boolean' })],
  },
  {
    name: 'FieldSelection',
    kind: 'union',
    description: 'The name of a field set, or a list of dotted paths.',
    members: ['string', 'array'],
  },
];
