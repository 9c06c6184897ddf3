import type { CodeSet, Failure, JsonObject, JsonSchema, Outcome, Registry, Subject } from '@recourse/contract';
import type { Call, Principal, Progress } from '../call/call.ts';
import type { Facts } from '../call/facts.ts';
import type { TaskSupport } from '../call/task-request.ts';
import type { ClientUse } from '../client/client-use.ts';
import type { HandlerClient } from '../client/handler-client.ts';
import type { FieldGuard } from '../fields/field-guard.ts';
import type { GuardSettings } from '../guards/guard.ts';
import type { Danger, OperationType, Trust } from '../levels.ts';
import type { QuotaRule } from '../stages/meter/quota-rule.ts';
import type { Look, LookedFor } from './look-of.ts';

/** The context of a handler. */
export interface HandlerCall {
  readonly arguments: JsonObject;
  readonly principal: Principal;
  readonly correlation_id: string;
  readonly idempotency_key?: string;
  /** The call's place in its trace, for work that it starts. */
  readonly trace: { readonly trace_id: string; readonly span_id: string } | undefined;
  /** Names the intent in what the handler writes, so that a lookup can find it; absent without a key. */
  readonly intent: string | undefined;
  /**
   * The number of the call's claim, for an upstream that refuses lower ones. It grows with every claim of the store.
   */
  readonly fence: string | undefined;
  /** Whether the call still holds its key. Ask before the point of no return; a false or failed answer means stop. */
  stillOwner: () => Promise<boolean>;
  /** The facts that the confirmed question stated; undefined if nothing was asked or stated. */
  readonly shown: Facts | undefined;
  /** Aborted when the caller cancels or the time is up. */
  readonly signal: AbortSignal;
  /** Milliseconds until the time limit. */
  timeLeft: () => number;
  fail: (code: string, details?: JsonObject, options?: object) => Outcome;
  warn: (code: string, details?: JsonObject) => void;
  progress: (progress: Progress) => void;
  /** Names the thing that the call is about, where only the handler can know it: a session that it has opened. */
  about: (subject: Subject) => void;
  /** The handle of a guarded field, by its JSON Pointer: it checks again when it is used. */
  handle: (pointer: string) => unknown;
  /** Runs another tool's call as the same caller, through every stage from `find` on. */
  inner: (tool: string, args: JsonObject) => Promise<Outcome>;
  /** Continues as a task from here, if the caller accepts one. */
  beginTask: () => Promise<void>;
  /** Present only if the operation declares how it uses the client. */
  readonly client: HandlerClient | undefined;
}

/** The second argument of `shown`. */
export type ShownCall = Pick<HandlerCall, 'principal' | 'correlation_id' | 'signal' | 'timeLeft' | 'fail' | 'handle'>;

/** The text of an operation's confirmation. Placeholders are arguments and facts. */
export interface ConfirmationText {
  readonly message?: string;
  readonly reasons?: readonly string[];
  /** Asks even if trust alone would let the call pass. The operator's decision about the operation takes precedence. */
  readonly always?: boolean;
  /** Names of facts that are compared but never shown. */
  readonly sensitive?: readonly string[];
}

/** The confirmation of an operation, with the facts that its question states. */
export interface Confirmation extends ConfirmationText {
  shown?(args: JsonObject, call: ShownCall): unknown;
}

/** The operation that a call resolves to: every stage after `find` applies to it. A tool has one; a router has many. */
export interface Operation {
  readonly name: string;
  readonly operation: OperationType;
  readonly danger: Danger;
  readonly idempotent: boolean;
  /** The trust level of its code: for compiled code `certified`, an adapter's is what the operator says. */
  readonly trust: Trust;
  /** The lowest trust that may call it although its danger forbids it, because the operator enabled the tool itself. */
  readonly enabledFor?: Trust;
  readonly input: JsonSchema;
  /** True if the schema came from elsewhere: it is bounded, and its patterns run in linear time. */
  readonly foreign: boolean;
  /** True if the output schema came from elsewhere. */
  readonly foreignOutput: boolean;
  readonly output?: JsonSchema;
  readonly guards: readonly FieldGuard[];
  /** Rules for the guarded fields of this operation. They override the settings of the server. */
  readonly guarding?: Pick<GuardSettings, 'inspect' | 'refusals'>;
  /** JSON Pointers, with `*` for any item, of fields that no message, event or log may repeat. */
  readonly sensitive: readonly string[];
  /** The codes that its handler may fail with. */
  readonly errors: ReadonlySet<string>;
  readonly registry: Registry;
  readonly quotas: readonly QuotaRule[];
  readonly confirmation: Confirmation;
  /** An argument that is the idempotency key, where a contract says so, and how long outcomes are kept. */
  readonly idempotency?: { readonly argument?: string; readonly retentionMs?: number };
  readonly timeoutMs?: number;
  /** How long an effect may take to land after the handler is gone. */
  readonly settlesWithinMs?: number;
  /** The ways in which its handler uses the client while it runs. */
  readonly client: ReadonlySet<ClientUse>;
  /** Whether it runs as a task; absent if it never does. */
  readonly task?: TaskSupport;
  /** Whether the handler itself decides when it continues as a task. */
  readonly beginsTask: boolean;
  /** The thing that a call with these arguments is about. They have not been checked. */
  subject?(args: JsonObject): Subject | undefined;
  /** Why the operator does not allow a call with these arguments. */
  permit?(args: JsonObject): string | undefined;
  /**
   * Why a call is not possible at the moment: a RATE_LIMIT_EXCEEDED. Called before anything is counted, confirmed or
   * used up.
   */
  hold?(args: JsonObject): Failure | undefined;
  /** The call that shows whether a call with these arguments took effect. */
  verify?(args: JsonObject, of: LookedFor): Look | undefined;
  run(call: HandlerCall): unknown;
}

/** The names of those operations that the caller may call. */
export type OfferedNames = (operations: readonly Operation[]) => readonly string[];

/** Determines the operation and its arguments from the arguments of the call. */
export type Resolve = (
  args: JsonObject,
  call: Call,
  offered: OfferedNames,
) => Promise<ResolvedCall | Outcome> | ResolvedCall | Outcome;

export interface ResolvedCall {
  readonly operation: Operation;
  readonly arguments: JsonObject;
  /** A held call is run for the caller that it was held for, with its original key. */
  readonly principal?: Principal;
  readonly idempotency_key?: string;
  readonly confirmation_token?: string;
}

/** A router: resolves a call to an operation. */
export interface RouterTarget {
  readonly resolve: Resolve;
  /** The language that the arguments request, even if they match no operation. They have not been checked. */
  locale?(args: JsonObject): string | undefined;
}

/** One entry of `tools/list`: an operation, or a router in front of several. */
export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly input: JsonSchema;
  readonly output?: JsonSchema;
  readonly annotations: JsonObject;
  readonly errors: ReadonlySet<string>;
  readonly codeSets: readonly CodeSet[];
  /** Every operation that it can resolve to. */
  readonly operations: readonly Operation[];
  readonly target: { readonly operation: Operation } | RouterTarget;
}
