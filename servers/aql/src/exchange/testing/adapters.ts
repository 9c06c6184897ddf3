import { fail as failCore } from '@recourse/contract';
import type { JsonObject, Outcome } from '@recourse/contract';
import { usualFirst } from '../../adapter/fields/paging-fields.ts';
import type { Adapter, AdapterOperation, Paging, Parameter } from '../../adapter/adapter.ts';
import { createExchange } from '../create-exchange.ts';
import type { ExchangeOptions } from '../create-exchange.ts';
import type { Exchange, FailWith } from '../exchange.ts';

const fail = failCore as unknown as FailWith;

/** A parameter of a query, unless told otherwise. */
export const parameter = (name: string, changes: Partial<Parameter> = {}): Parameter => ({
  name,
  wireName: name,
  in: 'query',
  required: false,
  sensitive: false,
  schema: { type: 'string' },
  ...changes,
});

/** A read of `/things`, unless told otherwise. */
export const operation = (changes: Partial<AdapterOperation> = {}): AdapterOperation => ({
  name: 'get_thing',
  category: 'read',
  description: 'Reads a thing.',
  method: 'GET',
  path: '/things',
  parameters: [],
  input: undefined,
  readWith: undefined,
  danger: {
    level: 'safe',
    inferred: 'safe',
    reasons: [],
    confirmationMessage: undefined,
    requiresConfirmation: false,
  },
  resource: undefined,
  paging: undefined,
  fieldSets: {},
  returns: undefined,
  examples: [],
  idempotent: true,
  ...changes,
});

export const paging = (changes: Partial<Paging> = {}): Paging => ({
  style: 'offset',
  firstIndex: usualFirst(changes.style ?? 'offset'),
  parameter: 'offset',
  sizeParameter: 'limit',
  defaultSize: 2,
  maxSize: 5,
  itemsAt: undefined,
  cursorAt: undefined,
  totalAt: undefined,
  ...changes,
});

export const adapter = (baseUrl: string, changes: Partial<Adapter> = {}): Adapter => ({
  name: 'things',
  version: '1.0.0',
  description: 'Things.',
  baseUrl,
  auth: { type: 'none' },
  headers: {},
  trustClaim: 'validated',
  operations: [],
  types: [],
  errorCodes: [],
  mapping: [],
  statuses: 'corrected',
  apiLimits: [],
  quotas: [],
  timeoutMs: 10_000,
  documentation: '',
  ...changes,
});

export const exchangeOf = (given: Adapter, options: Partial<ExchangeOptions> = {}): Exchange =>
  createExchange(given, { environment: {}, fail, retry: { attempts: 1 }, ...options });

/** Calls one operation of an exchange. */
export const call = (
  exchange: Exchange,
  called: AdapterOperation,
  given: JsonObject = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Outcome> => exchange.send({ operation: called, arguments: given, signal });

/** The value of a call that must succeed. */
export const valueOf = (outcome: Outcome): JsonObject => {
  if (!outcome.ok) throw new Error(`failed with ${outcome.code}: ${outcome.message}`);
  return outcome.value as JsonObject;
};
