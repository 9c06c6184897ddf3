import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject, JsonSchema } from '@recourse/contract';
import { fieldKeyword } from '@recourse/engine/front-door';
import type { AdapterOperation, Parameter } from '../adapter/adapter.ts';

/** The arguments that an operation accepts in addition to its own parameters: for the schema and for introspection. */
export const sharedParameters = (operation: AdapterOperation): readonly SharedParameter[] => {
  const own = new Set(operation.parameters.map(({ name }) => name));
  const shared = [
    ...(operation.category === 'read' ? fieldParameters(operation) : []),
    ...(operation.paging ? pagingParameters(operation.paging.defaultSize, operation.paging.maxSize) : []),
    ...(operation.category === 'update' ? [inputParameter(operation)] : []),
  ];
  return shared.filter(({ name }) => !own.has(name));
};

export interface SharedParameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** The arguments of an operation as JSON Schema: closed, so that nothing unknown ever reaches the API. */
export const argumentsSchemaOf = (operation: AdapterOperation): JsonSchema =>
  objectSchema([
    ...operation.parameters.map((parameter) => ({ ...parameter, schema: markedSchema(parameter) })),
    ...sharedParameters(operation),
  ]);

const objectSchema = (parameters: readonly SharedParameter[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema as Json])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  additionalProperties: false,
});

const markedSchema = ({ schema, sensitive }: Parameter): JsonSchema =>
  sensitive ? { ...schema, [fieldKeyword]: { sensitive: true } } : schema;

const fieldParameters = ({ fieldSets }: AdapterOperation): readonly SharedParameter[] => {
  const names = ['minimal', 'standard', 'full', ...Object.keys(fieldSets)];
  const path = { type: 'string', minLength: 1, maxLength: 200 };
  return [
    {
      name: 'fields',
      required: false,
      schema: {
        anyOf: [
          { type: 'string', enum: names },
          { type: 'array', items: path, minItems: 1, maxItems: 200 },
        ],
        description: `Which fields to return: one of ${names.join(', ')}, or dotted paths.`,
      },
    },
    {
      name: 'preset',
      required: false,
      schema: { type: 'string', enum: names, description: 'An older name for `fields`.' },
    },
  ];
};

const pagingParameters = (defaultSize: number, maxSize: number): readonly SharedParameter[] =>
  [
    [
      'first',
      {
        type: 'integer',
        minimum: 1,
        description: `The number of items to return from the start or after a cursor; defaults to ${defaultSize}, at most ${maxSize}.`,
      },
    ],
    ['after', { type: 'string', minLength: 1, maxLength: 4096, description: 'Return items after this cursor.' }],
    ['last', { type: 'integer', minimum: 1, description: 'The number of items to return before a cursor.' }],
    ['before', { type: 'string', minLength: 1, maxLength: 4096, description: 'Return items before this cursor.' }],
  ].map(([name, schema]) => ({ name: name as string, required: false, schema: schema as JsonSchema }));

const inputParameter = ({ input, method, readWith }: AdapterOperation): SharedParameter => {
  const isMerged = method === 'PUT' && readWith !== undefined;
  return {
    name: 'input',
    required: true,
    schema: {
      ...(input
        ? objectSchema(input.map((member) => ({ ...member, schema: changeSchema(member, isMerged) })))
        : { type: 'object', additionalProperties: true }),
      description: 'The fields to change. Omitted fields stay unchanged; null removes a field.',
    },
  };
};

/** A change may leave a member out or remove it, and what is left out is never filled in. */
const changeSchema = (member: Parameter, isMerged: boolean): JsonSchema => {
  const schema = changeInside(markedSchema(member), isMerged);
  return member.required ? schema : orNull(schema);
};

/** The same inside of objects. Lists are replaced, so their items are complete; a merge adds required members that are left out. */
const changeInside = (given: JsonSchema, isMerged: boolean): JsonSchema => {
  const { default: _, ...schema } = given;
  const { properties } = schema;
  if (!isJsonObject(properties)) return schema;
  const { required, ...open } = schema;
  const demanded: readonly unknown[] = Array.isArray(required) && !isMerged ? required : [];
  const members = Object.entries(properties).map(([name, member]): readonly [string, Json] => {
    const inside = changeInside(isJsonObject(member) ? member : {}, isMerged);
    return [name, demanded.includes(name) ? inside : orNull(inside)];
  });
  return { ...(isMerged ? open : schema), properties: Object.fromEntries(members) };
};

const orNull = (schema: JsonSchema): JsonSchema => {
  const { type } = schema;
  const choices = schema['enum'];
  return {
    ...schema,
    ...(typeof type === 'string' && { type: [type, 'null'] }),
    ...(Array.isArray(type) && !type.includes('null') && { type: [...type, 'null'] }),
    ...(Array.isArray(choices) && !choices.includes(null) && { enum: [...choices, null] }),
  };
};

/** Whether any of these arguments is sensitive. */
export const holdsSecret = (operation: AdapterOperation, args: JsonObject): boolean => {
  const given = (parameters: readonly Parameter[], values: Json | undefined): boolean =>
    isJsonObject(values) && parameters.some(({ name, sensitive }) => sensitive && Object.hasOwn(values, name));
  return given(operation.parameters, args) || given(operation.input ?? [], args['input']);
};

/** The names of everything that an operation takes. */
export const argumentNames = (operation: AdapterOperation): ReadonlySet<string> =>
  new Set([...operation.parameters, ...sharedParameters(operation)].map(({ name }) => name));

/** The names of the sensitive members among its parameters and its input. */
export const secretNames = ({ parameters, input = [] }: AdapterOperation): readonly string[] =>
  [...parameters, ...input].filter(({ sensitive }) => sensitive).map(({ name }) => name);
