import type { Failure, FailureOptions, JsonObject, Outcome } from '@recourse/contract';
import type { AdapterOperation } from '../adapter/adapter.ts';

/** One call of an operation, with arguments that were checked. */
export interface ExchangeCall {
  readonly operation: AdapterOperation;
  readonly arguments: JsonObject;
  readonly signal: AbortSignal;
  /** Sent on where the upstream takes one. */
  readonly idempotencyKey?: string;
}

/** Makes operations of one adapter true over HTTP. */
export interface Exchange {
  /** Sends the request and reports the outcome. It never throws. */
  send(call: ExchangeCall): Promise<Outcome>;
  /** The failure that holds back the next request: a limit that the upstream announced or the file states. */
  hold(operation: AdapterOperation): Failure | undefined;
  /** The state of the API's limits, by name: those of the file, and those that its answers announced. */
  limits(): JsonObject;
}

/** Makes a failure of any code that the adapter may answer with: the core's and its own. */
export type FailWith = (code: string, details?: JsonObject, options?: FailureOptions) => Failure;
