import { changeFailure, fail, findSimilar, isJsonObject } from '@recourse/contract';
import type { Failure, Json, JsonObject, NextAction } from '@recourse/contract';
import type { AdapterOperation } from '../adapter/adapter.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { holdsSecret } from '../operations/arguments-schema.ts';
import type { AqlRequest } from './request.ts';

/** How many names an answer lists where nothing is near. */
const mostNames = 20;

/** The way to everything that can be called. */
const introspectAction = (tool: string, name?: string): NextAction => ({
  tool,
  arguments: { operation: 'introspect', params: { query: 'operations', ...(name !== undefined && { name }) } },
  why: name === undefined ? 'Lists every operation.' : `Shows the parameters of '${name}'.`,
});

export const unknownOperation = (
  wanted: string,
  names: readonly string[],
  { tool }: Endpoint,
  correlation_id: string,
): Failure => {
  const similar = findSimilar(wanted, names, { role: 'operation' });
  const available = similar.length > 0 ? similar.map(({ ref }) => String(ref)) : names.slice(0, mostNames);
  return fail(
    'NOT_FOUND_OPERATION',
    { operation: wanted, available },
    { correlation_id, next_actions: [introspectAction(tool)], ...(similar.length > 0 && { similar }) },
  );
};

/** Names the right endpoint, and repeats the call there unless that would repeat a secret. */
export const wrongEndpoint = (
  operation: AdapterOperation,
  request: AqlRequest,
  endpoints: { readonly expected: Endpoint; readonly actual: Endpoint },
  correlation_id: string,
): Failure => {
  const { expected, actual } = endpoints;
  const action: NextAction = {
    tool: expected.tool,
    arguments: { operation: operation.name, params: request.arguments },
    why: `Repeats the call with the tool for '${operation.name}'.`,
  };
  return fail(
    'VALIDATION_ENDPOINT_MISMATCH',
    { operation: operation.name, expected_endpoint: expected.label, actual_endpoint: actual.label },
    {
      correlation_id,
      hint: `Make the same call with the tool '${expected.tool}'.`,
      ...(!holdsSecret(operation, request.arguments) && { next_actions: [action] }),
    },
  );
};

/**
 * Refuses an update whose changes are next to `input` instead of under it. If nothing else is wrong, the next action is
 * the corrected call; any other mistake is left to the schema.
 */
export const changesBesideInput = (
  operation: AdapterOperation,
  { arguments: given }: AqlRequest,
  { tool }: Endpoint,
  correlation_id: string,
): Failure | undefined => {
  if (!operation.input || given['input'] !== undefined) return undefined;
  const own = new Set(operation.parameters.map(({ name }) => name));
  const changes = new Set(operation.input.map(({ name }) => name));
  const beside = Object.entries(given).filter(([name]) => !own.has(name));
  if (beside.length === 0 || !beside.every(([name]) => changes.has(name))) return undefined;
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => own.has(name)));
  const params: JsonObject = { ...kept, input: Object.fromEntries(beside) };
  const action: NextAction = {
    tool,
    arguments: { operation: operation.name, params },
    why: "Repeats the call with its changes under 'input'.",
  };
  return fail(
    'VALIDATION_MISSING_PARAM',
    { param_name: 'input', operation: operation.name },
    {
      correlation_id,
      hint: `Move ${beside.map(([name]) => `'${name}'`).join(', ')} under 'input', where the changes of an update belong.`,
      next_actions: [holdsSecret(operation, params) ? introspectAction(tool, operation.name) : action],
    },
  );
};

/** A request without an operation, which is the only thing that every request must have. */
export const missingOperation = ({ tool }: Endpoint, correlation_id: string): Failure =>
  fail(
    'VALIDATION_MISSING_PARAM',
    { param_name: 'operation', operation: tool },
    { correlation_id, next_actions: [introspectAction(tool)] },
  );

/**
 * Explains a request that does not fit the tool. Never repeats a part that may hold a secret. If `params` is a string
 * that can be parsed, the next action is the corrected call.
 */
export const explainShape = (
  failure: Failure,
  args: JsonObject,
  { tool }: Endpoint,
  find: (name: string) => AdapterOperation | undefined,
): Failure => {
  const { operation: name, params } = args;
  const operation = typeof name === 'string' ? find(name) : undefined;
  const meant = typeof params === 'string' ? parsedObject(params) : undefined;
  const details = withoutValues(failure.details ?? {});
  if (!operation || !meant) return changeFailure(failure, { details, next_actions: [introspectAction(tool)] });
  const action: NextAction = {
    tool,
    arguments: { operation: operation.name, params: meant },
    why: 'Repeats the call with its parameters as an object.',
  };
  return changeFailure(failure, {
    details,
    hint: "Send 'params' as an object, not as a string that contains one.",
    next_actions: [holdsSecret(operation, meant) ? introspectAction(tool, operation.name) : action],
  });
};

const withoutValues = (details: JsonObject): JsonObject => {
  const problems = Array.isArray(details['problems']) ? (details['problems'] as readonly Json[]) : [];
  const kept = Object.entries(details).filter(([key]) => key !== 'value' && key !== 'problems');
  return {
    ...Object.fromEntries(kept),
    problems: problems.filter(isJsonObject).map(({ path, keyword, message }) => ({ path, keyword, message })),
  };
};

const parsedObject = (text: string): JsonObject | undefined => {
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
