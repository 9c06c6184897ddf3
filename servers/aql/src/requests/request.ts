import { fail, isFailure, isJsonObject } from '@recourse/contract';
import type { Failure, Json, JsonObject } from '@recourse/contract';

/** A single request as MCP-AQL defines it, reduced to its parameters and the token. */
export interface AqlRequest {
  readonly operation: string;
  readonly arguments: JsonObject;
  readonly token?: string;
}

/** Parameters that may carry a confirmation token, in the order in which they are checked. */
const tokenCarriers = ['_confirmation', 'confirmation_token', '_quota_continue'] as const;

/** The parts of a request that are not parameters. */
const parts: ReadonlySet<string> = new Set(['operation', 'params', 'operations']);

/** The language that a request asks for, whether it can be read or not. */
export const localeIn = ({ _locale: beside, params }: JsonObject): string | undefined => {
  const locale = isJsonObject(params) && Object.hasOwn(params, '_locale') ? params['_locale'] : beside;
  return typeof locale === 'string' ? locale : undefined;
};

/** Which parameters an operation declares; nothing if there is no such operation. */
export type Declared = (operation: string) => ReadonlySet<string> | undefined;

/**
 * Reads a single request. Parameters are under `params` or next to it, and `params` wins; names that start with `_` are
 * about the request and are not parameters.
 */
export const readRequest = (args: JsonObject, declared: Declared, correlationId: string): AqlRequest | Failure => {
  const operation = args['operation'] as string;
  const params = isJsonObject(args['params']) ? args['params'] : {};
  const beside = Object.entries(args).filter(([key]) => !parts.has(key));
  const given: JsonObject = { ...Object.fromEntries(beside), ...params };
  const known = declared(operation) ?? new Set();
  const read = readToken(given, known, correlationId);
  return isFailure(read) ? read : { operation, arguments: parametersIn(given, known), ...read };
};

/** The token in a request, unless the operation declares a parameter of that name itself. */
export const readToken = (
  given: JsonObject,
  known: ReadonlySet<string>,
  correlationId: string,
): { readonly token?: string } | Failure => {
  const carriers = tokenCarriers.filter((carrier) => Object.hasOwn(given, carrier) && !known.has(carrier));
  const wrong = carriers.find((key) => typeof given[key] !== 'string');
  if (wrong !== undefined) return notText(wrong, given[wrong], correlationId);
  const [carrier] = carriers;
  return carrier === undefined ? {} : { token: given[carrier] as string };
};

const parametersIn = (given: JsonObject, known: ReadonlySet<string>): JsonObject => {
  const entries = Object.entries(given).filter(
    ([key]) => known.has(key) || !(key.startsWith('_') || key === 'confirmation_token'),
  );
  return Object.fromEntries(entries.map(([key, value]) => [nameOf(key, known, given), value]));
};

/** `perPage` where `per_page` is meant: only if nothing else can be. */
const nameOf = (key: string, known: ReadonlySet<string>, given: JsonObject): string => {
  if (known.has(key) || !/[A-Z]/u.test(key)) return key;
  const name = key.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  return known.has(name) && !Object.hasOwn(given, name) ? name : key;
};

const notText = (name: string, value: Json | undefined, correlation_id: string): Failure =>
  fail(
    'VALIDATION_INVALID_TYPE',
    { param_name: name, expected_type: 'string', actual_type: typeName(value) },
    { correlation_id },
  );

const typeName = (value: Json | undefined): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
