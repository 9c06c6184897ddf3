import type { Failure } from '@recourse/contract';
import type { Progress } from '@recourse/engine';
import type { Caller, CallMeta, TaskRequest } from '@recourse/engine/front-door';
import type { ClientPort } from '@recourse/engine/client';
import type { RequestClient } from '../asking/request-client.ts';
import type { RequestState } from '../asking/request-state.ts';
import type { RequestId } from '../rpc/frame.ts';
import type { Outgoing } from './outgoing.ts';
import type { Elicit } from './settle-by-dialogue.ts';

/** A tool call as a wire read it. The pipeline checks it; the wire does not. */
export interface Incoming {
  readonly tool: unknown;
  readonly arguments: unknown;
  readonly meta: CallMeta;
  readonly caller: Caller;
  /** The id of the request, if the wire has ids. */
  readonly requestId?: RequestId;
  /** True for a request of 2026-07-28 or later. */
  readonly modern?: boolean;
  /** There if the caller accepts a task in place of the outcome. */
  readonly task?: TaskRequest;
  /** Awaited before the call counts as ended: whatever has to be recorded when the server ends. */
  readonly onEnded?: (outgoing: Outgoing) => Promise<void>;
  /** The client's protocol version has no structured content. */
  readonly textOnly?: boolean;
  /** Why the wire could not read the arguments. The call is refused with this failure. */
  readonly unreadable?: Failure;
  /**
   * How to ask this caller's user for a confirmation: in a dialogue while the call waits, or by ending the call as
   * `input_required`. Without it, the caller gets the token.
   */
  readonly confirming?: Elicit | 'input_required' | undefined;
  /** The line back to the client. Only the SDK keeps one. */
  readonly line?: ClientLine;
}

/** The additional abilities of a call on a line back to its client. */
export interface ClientLine {
  readonly client: ClientPort;
  readonly sessionId?: string;
  readonly onProgress?: (progress: Progress) => void;
  /** One round of a stateless call. Its client is asked between two rounds, never during one. */
  readonly round?: Round;
}

/** The round of a stateless call: what the client brought along from the round before. */
export interface Round {
  readonly client: RequestClient;
  /** The sealed state of the round before; a failure if it has expired, was changed or belongs to another call. */
  readonly state: RequestState | Failure | undefined;
  /** The answers of the client to the questions of the round before, by name. */
  readonly responses: Readonly<Record<string, unknown>> | undefined;
}
