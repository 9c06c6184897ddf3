import type { Failure } from '../../failures/failure.ts';
import type { Outcome, Success } from '../../failures/outcome.ts';
import { isJsonObject } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { CallFacts } from '../dialect.ts';
import { extensionKey, renderExtension, renderSuccessExtension } from '../extension.ts';
import type { ExtensionField } from '../extension.ts';
import { spreadValue } from '../spread-value.ts';
import { ownCode } from './nearest.ts';

export const reserved: ReadonlySet<string> = new Set(['jsonrpc', 'error', 'recourse']);

/** A JSON-RPC response: `result`, or `error` with the number, the sentence and `data`. */
export const render = (outcome: Outcome, facts: CallFacts = {}): JsonObject => ({
  jsonrpc: '2.0',
  id: facts.request_id ?? null,
  ...(outcome.ok ? { result: renderSuccess(outcome) } : { error: renderError(outcome, facts) }),
});

/** Inside a tool result the frame is MCP's: only `error`, or the fields of the success. */
export const body = (outcome: Outcome, facts: CallFacts = {}): JsonObject =>
  outcome.ok ? renderSuccess(outcome) : { error: renderError(outcome, facts) };

const renderSuccess = (success: Success): JsonObject => {
  const { fields, wrapped } = spreadValue(success.value, reserved);
  return { ...fields, ...renderSuccessExtension(success, wrapped) };
};

const said: ReadonlySet<ExtensionField> = new Set(['code', 'message']);
const saidButMessage: ReadonlySet<ExtensionField> = new Set(['code']);

const renderError = (failure: Failure, facts: CallFacts): JsonObject => {
  const own = ownCode(failure);
  const problems = takeProblems(failure);
  const { validationErrors, rest } = problems;
  const message = messageOf(failure, problems);
  const extended = validationErrors ? withDetails(failure, rest) : failure;
  return {
    code: own.code,
    message,
    data: {
      ...(facts.tool !== undefined && { tool: facts.tool }),
      ...(validationErrors && { validation_errors: validationErrors }),
      ...(facts.timestamp !== undefined && { timestamp: facts.timestamp }),
      code: failure.code,
      [extensionKey]: renderExtension(extended, own, message === failure.message ? said : saidButMessage),
    },
  };
};

/** The message of the error: the contract has its own for invalid arguments. */
export const messageOf = (failure: Failure, { validationErrors } = takeProblems(failure)): string =>
  validationErrors ? validationMessage(validationErrors) : failure.message;

const withDetails = (failure: Failure, details: JsonObject): Failure => {
  const { details: _, ...others } = failure;
  return Object.keys(details).length > 0 ? { ...others, details } : others;
};

/** The contract's form of `details.problems`; the rest of the details travels in the extension. */
const takeProblems = (
  failure: Failure,
): { readonly validationErrors?: readonly JsonObject[]; readonly rest: JsonObject } => {
  const { problems, ...rest } = failure.details ?? {};
  if (failure.category !== 'validation' || !Array.isArray(problems) || problems.length === 0) return { rest };
  return { validationErrors: problems.filter(isJsonObject).map(renderProblem), rest };
};

const renderProblem = (problem: JsonObject): JsonObject => {
  const { message, path, keyword, params, value, ...more } = problem;
  return {
    message: message ?? '',
    path: path === '' || path === undefined ? 'root' : path,
    keyword: keyword ?? '',
    ...(params !== undefined && { params }),
    ...(value !== undefined && { value }),
    ...more,
  };
};

const validationMessage = (errors: readonly JsonObject[]): string =>
  `Validation errors: ${errors.map((error): Json => error['message'] ?? '').join('; ')}`;
