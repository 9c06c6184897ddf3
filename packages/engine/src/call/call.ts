import type { Failure, JsonObject, Outcome, Subject } from '@recourse/contract';
import type { ClientPort } from '../client/client-port.ts';
import type { Trust } from '../levels.ts';
import type { Plan } from '../stages/admit/plan.ts';
import type { JoinableEvents } from '../stages/record/joinable-events.ts';
import type { Operation } from '../tool/operation.ts';
import type { Facts } from './facts.ts';
import type { Handles } from './handles.ts';
import type { TaskRequest } from './task-request.ts';

/** The caller, as far as the wire knows. */
export interface Caller {
  readonly transport: 'stdio' | 'http' | 'in-process';
  /** A bearer key, where one was presented. */
  readonly key?: string;
  /** True for a caller on this machine that may call without a key. Over HTTP the door decides that. */
  readonly local: boolean;
  /** The client's address, if it is known: what a trusted proxy says, else the other end of the connection. */
  readonly address?: string;
  /** The principal, if the front door had to identify the caller before the call; then it is not identified again. */
  readonly principal?: Principal;
}

/** The identity that a call is made for. State is kept by principal, never by connection. */
export interface Principal {
  readonly id: string;
  readonly trust: Trust;
  /** The tools that its key may use; absent means all. */
  readonly tools?: readonly string[];
  /** The scopes of its access token; absent for a caller with a key or without one. */
  readonly scopes?: readonly string[];
  /** An approver decides about the calls of others and makes none. Absent for callers. */
  readonly role?: 'approver';
}

/** How a confirmation reached us. A token that the model can read proves no person's consent. */
export type ConsentSource = 'token' | 'client' | 'person';

/** Facts that the client may send about a call besides its arguments. */
export interface CallMeta {
  readonly idempotency_key?: string;
  readonly confirmation_token?: string;
  readonly consent_source?: ConsentSource;
  readonly traceparent?: string;
  readonly tracestate?: string;
  /** The language of messages: a BCP 47 tag, or several with qualities as in Accept-Language. */
  readonly locale?: string;
}

/** Signals that the caller no longer waits; an AbortSignal is one. */
export interface Cancellation {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** A call as a front door passes it in. Nothing in it has been checked. */
export interface CallRequest {
  readonly tool: unknown;
  readonly arguments: unknown;
  readonly meta?: CallMeta;
  readonly caller: Caller;
  readonly request_id?: string | number | null;
  readonly session_id?: string;
  /** The protocol version of the client has no structured content: so the text has to be the whole envelope. */
  readonly text_only?: boolean;
  readonly signal?: Cancellation;
  readonly onProgress?: (progress: Progress) => void;
  /** The connection back to the client, if there is one. */
  readonly client?: ClientPort;
  /** There if the caller accepts a task in place of the outcome. */
  readonly task?: TaskRequest;
}

/** One reason to ask before a call is made, from the gate or from a meter. */
export interface Ask {
  readonly kind: 'danger' | 'quota';
  readonly reasons: readonly string[];
  /** For a quota: the facts of its pause. */
  readonly quota?: {
    readonly metric: string;
    readonly current: number;
    readonly pause_threshold: number;
    readonly hard_stop_threshold?: number;
  };
}

/**
 * The state of a call, for the stages that wait for its outcome. A class, so that the state of every call has one shape
 * from the start, and is not allocated in the old generation as an object literal can be.
 */
export class CallState {
  /** Set just before the handler runs; until then a refusal has left nothing behind. */
  started = false;
  /** The stages' requests to the store before the handler runs. */
  plan?: Plan;
  /** The events of the call, while they can still join a transaction of its store. */
  events?: JoinableEvents;
  /**
   * Answers the caller while the handler continues: its time is up, or the caller cancelled. The outcome of the call is
   * still the handler's, and passes every stage when it comes.
   */
  answerEarly?: (answer: Failure) => void;
  /** The claim that the call runs under, and whether it still holds its key. */
  claim?: { readonly id: string; isOwned(): Promise<boolean> };
  /** The facts that were confirmed with the call. */
  shown?: Facts;
  /** The failure by which the tool's own code refused the call before its handler ran. */
  refusal?: Failure;
  /** The early answer, once it has been given. */
  early?: Failure;
  /** Set for a call that a handler makes inside its own. It never becomes a task. */
  readonly inner?: true;
  /** The last failure that a stage answered with and may answer with. The stages around it pass it on. */
  judged?: Failure;
  /** The principal's id, once `identify` knows it. */
  principal?: string;
  /** The name of the operation, once `find` has resolved it. */
  operation?: string;
  /** Whether the operation can change anything, once `find` has resolved it. */
  writes?: boolean;
  /** The thing that the call is about, once `find` has resolved the operation. */
  subject?: Subject;
  /** The arguments that `find` resolved the call to, and the pointers of those that must not be repeated. */
  arguments?: JsonObject;
  sensitive?: readonly string[];
  /** The pointers of the arguments that are code: the record names it by its hash. */
  codeFields?: readonly string[];
  /** The outcome that `check` has proven to be JSON within its limits. */
  proven?: Outcome;
  /** Logs an error that the handler left behind. False if there is no logger. */
  readonly onStrayError?: (call: Call, thrown: unknown) => boolean;
  /** The call's position in its trace, once `record` has opened its record. */
  trace?: { readonly trace_id: string; readonly span_id: string };

  constructor({ onStrayError, inner, principal }: Pick<CallState, 'onStrayError' | 'inner' | 'principal'> = {}) {
    if (onStrayError) this.onStrayError = onStrayError;
    if (inner) this.inner = inner;
    if (principal !== undefined) this.principal = principal;
  }
}

/** A call on its way through the pipeline. Each stage passes on a copy with its findings. */
export interface Call {
  readonly request: CallRequest;
  readonly correlation_id: string;
  readonly started_at: number;
  /** Unknown until `identify` has run. */
  readonly principal: Principal;
  /** The name that was called; for a router, what it resolved to is in `operation`. */
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly meta: CallMeta;
  /** Found by `find`. */
  readonly operation: Operation | undefined;
  readonly handles: Handles;
  readonly asks: readonly Ask[];
  readonly state: CallState;
  /** Runs another call through the stages from `find` on, as the same principal. */
  readonly inner: (call: Call, tool: string, args: JsonObject) => Promise<Outcome>;
}

/** The principal of a call before it is identified; it may do nothing. */
export const nobody: Principal = { id: 'nobody', trust: 'untested', tools: [] };

/** The operation that `find` has put there. A stage that asks too early is a bug, and the call fails closed. */
export const operationOf = (call: Call): Operation => {
  if (!call.operation) throw new Error(`No operation has been found yet for '${call.tool}'`);
  return call.operation;
};
