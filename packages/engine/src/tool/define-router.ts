import type { CodeSet, Failure, JsonObject, JsonSchema } from '@recourse/contract';
import { z } from 'zod';
import type { Call } from '../call/call.ts';
import { annotationsOf } from './annotations.ts';
import { inputSchemaOf } from './input-schema.ts';
import type { Operation, Tool } from './operation.ts';
import { refuse } from './registration.ts';
import type { resolveRoute as resolve } from './resolve-route.ts';

/** The requested operation and its arguments. */
export interface Routed {
  readonly operation: string;
  readonly arguments: JsonObject;
  /** For contracts that pass them as arguments. */
  readonly confirmation_token?: string;
}

export interface RouterDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly input: z.ZodObject | JsonSchema;
  readonly operations: readonly Operation[];
  readonly codes?: readonly CodeSet[];
  /** The router may refuse arguments that match no operation with its own message. */
  resolve(args: JsonObject, call: Pick<Call, 'correlation_id' | 'meta'>): Routed | Failure;
  /**
   * The language that the arguments request, as a BCP 47 tag, even if they match no operation. They have not been
   * checked.
   */
  locale?(args: JsonObject): string | undefined;
  /** Adds to the refusal of arguments that do not match `input`. */
  explain?(failure: Failure, args: JsonObject): Failure;
}

let resolveRoute: typeof resolve | undefined;

/**
 * Declares a tool in front of several operations. Each operation has its own schema, danger, codes and quotas, and
 * every later stage applies to it.
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
  const route = { definition, input, foreign: !(definition.input instanceof z.ZodObject), byName };
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
      ...(definition.locale && { locale: (args: JsonObject) => definition.locale?.(args) }),
      // Routing needs the argument checks; listing the tools does not.
      resolve: async (args, call, offered) => {
        resolveRoute ??= (await import('./resolve-route.ts')).resolveRoute;
        return resolveRoute(route, args, call, offered);
      },
    },
  };
};
