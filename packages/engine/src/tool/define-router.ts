import type { CodeSet, JsonObject, JsonSchema } from '@recourse/contract';
import { z } from 'zod';
import { unknownName } from '../stages/find/unknown-name.ts';
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
  const names = Object.freeze(operations.map((operation) => operation.name));
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
          : unknownName(call, routed.operation, names, 'operation');
      },
    },
  };
};
