import type { Failure, JsonObject } from '@recourse/contract';

/** A request that a door answers itself, with a JSON-RPC error. */
export interface Refusal {
  readonly number: number;
  readonly failure: Failure;
  /** The HTTP status; defaults to that of the failure. Errors of a method are sent with 200, or clients do not read them. */
  readonly status?: number;
  /** Members of `data` that MCP prescribes for this error. */
  readonly prescribed?: JsonObject;
}
