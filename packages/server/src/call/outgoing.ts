import type { InputRequiredResult } from '@modelcontextprotocol/server';
import type { Outcome } from '@recourse/contract';
import type { CallRequest } from '@recourse/engine/front-door';
import type { RpcError } from '../rpc/messages.ts';

/** How a call ended. */
export type Outgoing = Ended | Asked;

/** A call with an outcome. */
export interface Ended {
  readonly kind: 'outcome';
  /** In the language of the call. */
  readonly outcome: Outcome;
  readonly request: CallRequest;
  readonly startedAt: number;
}

/** A call that ended with questions to its client, or with an error that MCP prescribes in their place. */
export type Asked =
  | { readonly kind: 'input'; readonly result: InputRequiredResult; readonly request: CallRequest }
  | { readonly kind: 'error'; readonly error: RpcError; readonly request: CallRequest };
