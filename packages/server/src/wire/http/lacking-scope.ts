import type { Failure } from '@recourse/contract';
import type { Caller } from '@recourse/engine/front-door';

/** The refusal of a call whose access token lacks a scope, with the challenge that names it. */
export interface LackingScope {
  readonly failure: Failure;
  readonly headers: Readonly<Record<string, string>>;
}

/** Finds such a refusal for a caller and a tool. Undefined, without a promise, for every call that may go on. */
export type Lacking = (caller: Caller, tool: unknown) => Promise<LackingScope | undefined> | undefined;
