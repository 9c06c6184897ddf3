import type { Failure } from '@recourse/contract';
import type { Caller } from '@recourse/engine/front-door';

/** The refusal of a call whose access token lacks a scope, with the challenge that names it. */
export interface LackingScope {
  readonly failure: Failure;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Finds such a refusal for a caller, a tool, and the path of the request. Undefined, without a promise, for every call
 * that may go on.
 */
export type Lacking = (caller: Caller, tool: unknown, path: string) => Promise<LackingScope | undefined> | undefined;
