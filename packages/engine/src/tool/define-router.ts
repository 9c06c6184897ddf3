import { fail, findSimilar } from '@recourse/contract';
import type { CodeSet, JsonObject, JsonSchema } from '@recourse/contract';
import { z } from 'zod';
import { refuseArguments } from '../stages/validate/refusal.ts';
import { loadValidator } from '../stages/validate/validator.ts';
import { annotationsOf } from './annotations.ts';
import { inputSchemaOf } from './input-schema.ts';
import type { Operation, Tool } from './operation.ts';
import { refuse } from './registration.ts';

/** Which operation is meant, and with which arguments. */
export interface Routed {
  readonly operation: string;
  readonly arguments: JsonObject;
}

export interface RouterDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly input: z.ZodObject | JsonSchema;
  readonly operations: readonly Operation[];
  readonly codes?: readonly CodeSet[];
  resolve(args: JsonObject): Routed;
}

/**
 * Declares a tool in front of several operations. What it resolves to has its own schema, danger, codes and quotas,
 * and every later stage applies to that.
 */
export const defineRouter = (definition: RouterDefinition): Tool => {
  const { name, operations } = definition;
  const { schema: input, problems } = inputSchemaOf(definition.input);
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  refuse(name, [
    ...problems.map((problem) => `input${problem}`),
    ...(operations.length === 0 ? ['a router needs at least one operation'] : []),
    ...(byName.size < operations.length ? ['two operations have the same name'] : []),
  ]);
  return {
    name,
    ...(definition.title !== undefined && { title: definition.title }),
    description: definition.description,
    input,
    annotations: annotationsOf(operations),
    errors: new Set(operations.flatMap((operation) => [...operation.errors])),
    codeSets: definition.codes ?? [],
    operations,
    target: {
      resolve: async (args, call) => {
        const validator = await loadValidator(input, !(definition.input instanceof z.ZodObject));
        const { value, problems: found } = validator(args);
        if (found.length > 0) return refuseArguments(call, { name, sensitive: [] }, found);
        const routed = definition.resolve(value as JsonObject);
        const operation = byName.get(routed.operation);
        return operation
          ? { operation, arguments: routed.arguments }
          : unknownOperation(routed.operation, byName, call);
      },
    },
  };
};

const unknownOperation = (
  wanted: string,
  operations: ReadonlyMap<string, Operation>,
  call: { readonly correlation_id: string },
) => {
  const similar = findSimilar(wanted, [...operations.keys()], { role: 'operation' });
  const available = similar.length > 0 ? similar.map(({ ref }) => String(ref)) : [...operations.keys()].slice(0, 20);
  return fail(
    'NOT_FOUND_OPERATION',
    { operation: wanted, available },
    { correlation_id: call.correlation_id, ...(similar.length > 0 && { similar }) },
  );
};
