import {
  execute,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  validate,
  type DocumentNode,
  type ExecutionResult,
} from 'graphql';
import { Refusal } from '../answers/refusal.ts';
import type { Actor } from '../identity/actor.ts';
import type { World } from '../world.ts';
import { readProperty, schema } from './build-schema.ts';
import { Context } from './context.ts';
import { Budget } from './limits/budget.ts';
import { checkSize } from './limits/measure.ts';
import { readDocument } from './limits/read-document.ts';
import { problemOf } from './problem.ts';
import { rules } from './rules.ts';

export interface QueryRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
}

export interface QueryAnswer {
  readonly data?: unknown;
  readonly errors?: readonly object[];
}

const maxErrors = 20;

/** Runs a query within its limits. Throws what is a bug of the forge, and a Refusal if the query costs too much. */
export async function runQuery(world: World, actor: Actor, request: QueryRequest): Promise<QueryAnswer> {
  const prepared = prepare(request);
  if (!('kind' in prepared)) return { errors: prepared.map((error) => renderError(error)) };
  const { data, errors = [] } = await runDocument(new Context(world, actor, new Budget()), prepared, request);
  const stopped = errors.find(({ originalError }) => originalError instanceof Refusal && originalError.status === 502);
  if (stopped?.originalError) throw stopped.originalError;
  const bug = errors.find(({ originalError }) => originalError && problemOf(originalError) === undefined);
  if (bug?.originalError) throw bug.originalError;
  const told = errors.map((error) => renderError(error));
  return { ...(data === undefined ? {} : { data }), ...(told.length > 0 ? { errors: told } : {}) };
}

/** The document, or the reasons why it is not run. */
function prepare({ query, variables, operationName }: QueryRequest): DocumentNode | readonly GraphQLError[] {
  try {
    const document = readDocument(query);
    const problems = validate(schema, document, rules, { maxErrors });
    if (problems.some(({ message }) => message === 'Validation aborted.'))
      return [new GraphQLError('The query repeats too many fields.')];
    if (problems.length > 0) return problems;
    const operation = getOperationAST(document, operationName);
    if (!operation)
      return [
        new GraphQLError(
          'operationName must match an operation in the document, and is required if there are several.',
        ),
      ];
    const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
      maxErrors,
    });
    if (errors) return errors;
    checkSize(schema, document, operation, coerced);
    return document;
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

async function runDocument(
  contextValue: Context,
  document: DocumentNode,
  { variables, operationName }: QueryRequest,
): Promise<ExecutionResult> {
  return execute({
    schema,
    document,
    contextValue,
    variableValues: variables,
    operationName,
    fieldResolver: readProperty,
  });
}

/** GitHub's form: a type where the answer is refused, a code where the query is wrong. */
function renderError({ message, path, locations, extensions, originalError }: GraphQLError): object {
  const problem = problemOf(originalError);
  const { type, ...more } = extensions;
  const given = problem?.type ?? type;
  return {
    ...(given === undefined ? {} : { type: given }),
    ...(path ? { path } : {}),
    ...(Object.keys(more).length > 0 ? { extensions: more } : {}),
    ...(locations ? { locations } : {}),
    message: problem?.message ?? message,
  };
}
