import { coreCodes, createRegistry } from '@recourse/contract';
import type {
  CodeSet,
  CoreSet,
  ErrorCode,
  Fail,
  Failure,
  JsonObject,
  JsonSchema,
  Outcome,
  Registry,
  Subject,
  Success,
  Warn,
} from '@recourse/contract';
import type { z } from 'zod';
import type { Principal, Progress } from '../call/call.ts';
import type { Facts } from '../call/facts.ts';
import type { TaskSupport } from '../call/task-request.ts';
import type { ClientUse } from '../client/client-use.ts';
import type { HandlerClient } from '../client/handler-client.ts';
import { findFields } from '../fields/find-fields.ts';
import type { Danger, OperationType, Trust } from '../levels.ts';
import type { QuotaRule } from '../stages/meter/quota-rule.ts';
import { soundFailure } from '../outcome/sound-failure.ts';
import { annotationsOf } from './annotations.ts';
import { inputSchemaOf, outputSchemaOf } from './input-schema.ts';
import type { Look, LookedFor } from './look-of.ts';
import type { Confirmation, ConfirmationText, HandlerCall, Operation, ShownCall, Tool } from './operation.ts';
import { findParamHeaders } from './param-headers.ts';
import { refuse, registrationProblems } from './registration.ts';

/** The context of a tool's handler: the checked arguments and the functions for answering. */
export interface ToolCall<Arguments, Set extends CodeSet, Code extends string, Use extends ClientUse = never> {
  readonly arguments: Arguments;
  readonly principal: Principal;
  readonly correlation_id: string;
  readonly idempotency_key?: string;
  /** The call's place in its trace. Pass it to work that the call starts and does not wait for. */
  readonly trace: { readonly trace_id: string; readonly span_id: string } | undefined;
  /**
   * The name of the intent, derived from the idempotency key. Store it with what you write, if the upstream
   * supports that: `verify` gets the same name, and a lookup of it identifies this effect. Undefined without a key.
   */
  readonly intent: string | undefined;
  /**
   * The number of the call's claim, for an upstream that refuses lower ones. It grows with every claim of the store.
   */
  readonly fence: string | undefined;
  /**
   * Whether the call still holds its key. Ask before the point of no return, and stop unless the answer is true. It
   * narrows the window in which two handlers could act, but proves nothing.
   */
  readonly stillOwner: () => Promise<boolean>;
  /**
   * The facts that the confirmed question stated. Bind the effect to them, so that nothing can change between the
   * confirmation and the effect. Undefined if nothing was asked or stated.
   */
  readonly shown: Facts | undefined;
  /** Aborted when the caller cancels or the time is up. */
  readonly signal: AbortSignal;
  /**
   * Milliseconds until the time limit. Give an upstream less than that, so that the call ends with the upstream's
   * failure and not with INTERNAL_TIMEOUT.
   */
  readonly timeLeft: () => number;
  /** Accepts only the codes that the tool declares under `errors`. */
  readonly fail: Fail<Set, Code>;
  /** Adds a warning to the success. */
  readonly warn: (...given: Parameters<Warn<Set>>) => void;
  readonly progress: (progress: Progress) => void;
  /** Names the thing that the call is about, where only the handler can know it: a session that it has opened. */
  readonly about: (subject: Subject) => void;
  /** The handle of a guarded field, by its JSON Pointer: it checks again when it is used. */
  readonly handle: <Handle>(pointer: string) => Handle;
  /** Runs another call as the same caller, through every stage from `find` on. */
  readonly inner: (tool: string, args: JsonObject) => Promise<Outcome>;
  /**
   * Continues as a task from here, if the caller accepts one: it gets the task now, and the outcome by asking for it.
   * Only for a tool that declares `beginsTask`; any other is a task from the start.
   */
  readonly beginTask: () => Promise<void>;
  /** The client, for what the tool declares under `client`. */
  readonly client: [Use] extends [never] ? undefined : HandlerClient<Use>;
}

/** How a confirmation is worded, and the facts that its question states. */
export interface ConfirmationDefinition<Arguments, Set extends CodeSet, Code extends string> extends ConfirmationText {
  /**
   * Reads the facts that the question states: a head commit, a title, a number of files. They are read again when the
   * call is confirmed; if they differ, the question is asked again. A failure refuses the call.
   */
  shown?(
    args: Arguments,
    call: Pick<
      ToolCall<Arguments, Set, Code>,
      'principal' | 'correlation_id' | 'signal' | 'timeLeft' | 'fail' | 'handle'
    >,
  ): Answer<Facts> | Promise<Answer<Facts>>;
}

/** The definition of an operation. */
export interface OperationDefinition<
  Input extends z.ZodObject | JsonSchema = z.ZodObject | JsonSchema,
  Output extends z.ZodObject | JsonSchema = z.ZodObject | JsonSchema,
  Set extends CodeSet = CodeSet,
  Code extends string = string,
  Use extends ClientUse = ClientUse,
> {
  readonly name: string;
  /** Strict zod, or a JSON Schema from elsewhere. */
  readonly input: Input;
  readonly output?: Output;
  readonly operation: OperationType;
  readonly danger: Danger;
  /**
   * The lowest trust level that may call it even if its danger level forbids it. Declare it for a tool that is offered
   * only if the operator enables it by name, so that one setting is enough. The operator's policy overrides it.
   */
  readonly enabledFor?: Trust;
  /** Whether a repeated call leaves the same state as a single call. */
  readonly idempotent?: boolean;
  /** The codes that the handler can fail with. Those of the stages need not be listed. */
  readonly errors: readonly Code[];
  /** The codes of the server, in addition to the core codes. */
  readonly codes?: Set;
  readonly quotas?: readonly QuotaRule[];
  readonly confirmation?: ConfirmationDefinition<InputOf<Input>, CoreSet | Set, Code>;
  readonly idempotency?: { readonly argument?: string; readonly retentionMs?: number };
  readonly timeoutMs?: number;
  /**
   * How long an effect may take to land after the handler and every process it started are gone. Together with `verify`
   * it lets the engine reopen the key of a call whose process died.
   */
  readonly settlesWithinMs?: number;
  /**
   * The thing that a call is about, such as `{ type: 'run', id }`. It is added to failures that name none and to the events
   * of the call; a subject of type `session` is the `_meta.session_id` of every answer. The arguments have not been
   * checked: return undefined unless they name a valid one.
   */
  subject?(args: JsonObject): Subject | undefined;
  /** Why the operator does not allow a call with these arguments, as a sentence; undefined if nothing forbids it. */
  permit?(args: InputOf<Input>): string | undefined;
  /** Returns RATE_LIMIT_EXCEEDED if a call is not possible at the moment, for instance because an upstream said so. */
  hold?(args: InputOf<Input>): Failure<string, never> | Failure | undefined;
  /**
   * The call that shows whether this one took effect, for when it times out or its process dies. It must identify this
   * very effect, by the key or by a value that no other call can have produced; if it cannot, mark it with `resembles`.
   */
  verify?(args: InputOf<Input>, of: LookedFor): Look | undefined;
  /** The trust level of its code; for compiled code, it is `certified`. */
  readonly trust?: Trust;
  /** The ways in which the handler uses the client while it runs: to ask it, or to report progress. */
  readonly client?: readonly Use[];
  /**
   * Whether the call runs as a task where its client accepts one (`optional`), and is refused otherwise (`required`).
   * Calls that are refused before their handler runs create no task.
   */
  readonly task?: TaskSupport;
  /**
   * The handler calls `beginTask` itself, after the questions that it has to ask first. Without this, the task begins
   * with the handler, and questions are asked through the task.
   */
  readonly beginsTask?: boolean;
  run(
    call: ToolCall<InputOf<Input>, CoreSet | Set, Code, Use>,
  ): Answer<OutputOf<Output>> | Promise<Answer<OutputOf<Output>>>;
}

/** The definition of a tool. */
export interface ToolDefinition<
  Input extends z.ZodObject | JsonSchema = z.ZodObject | JsonSchema,
  Output extends z.ZodObject | JsonSchema = z.ZodObject | JsonSchema,
  Set extends CodeSet = CodeSet,
  Code extends string = string,
  Use extends ClientUse = ClientUse,
> extends OperationDefinition<Input, Output, Set, Code, Use> {
  readonly title?: string;
  readonly description: string;
}

type InputOf<Schema> = Schema extends z.ZodObject ? z.output<Schema> : JsonObject;
type OutputOf<Schema> = Schema extends z.ZodObject ? z.input<Schema> : JsonObject;
/** Return a plain object for a success, a failure created by `fail`, a success with warnings by `succeed`. */
export type Answer<Value> = Value | Failure<string, never> | Failure | Success;

/** Declares a tool. Invalid definitions are rejected when the server starts, not when an agent makes a call. */
export const defineTool = <
  const Input extends z.ZodObject | JsonSchema,
  const Output extends z.ZodObject | JsonSchema = JsonSchema,
  const Set extends CodeSet = CoreSet,
  const Code extends ErrorCode<CoreSet | Set> = never,
  const Use extends ClientUse = never,
>(
  definition: ToolDefinition<Input, Output, Set, Code, Use>,
): Tool => {
  const operation = defineOperation(definition);
  return {
    name: definition.name,
    ...(definition.title !== undefined && { title: definition.title }),
    description: definition.description,
    input: operation.input,
    ...(operation.output && { output: operation.output }),
    annotations: annotationsOf([operation]),
    errors: operation.errors,
    codeSets: definition.codes ? [definition.codes] : [],
    operations: [operation],
    target: { operation },
  };
};

/** Declares an operation for a router. */
export const defineOperation = <
  const Input extends z.ZodObject | JsonSchema,
  const Output extends z.ZodObject | JsonSchema = JsonSchema,
  const Set extends CodeSet = CoreSet,
  const Code extends ErrorCode<CoreSet | Set> = never,
  const Use extends ClientUse = never,
>(
  definition: OperationDefinition<Input, Output, Set, Code, Use>,
): Operation => {
  const { schema: input, problems: inputProblems } = inputSchemaOf(definition.input);
  const { schema: output, problems: outputProblems } = outputSchemaOf(definition.output);
  const fields = findFields(input);
  const registry = registryOf(definition.codes ?? coreCodes);
  refuse(definition.name, [
    ...inputProblems.map((problem) => `input${problem}`),
    ...outputProblems.map((problem) => `output${problem}`),
    ...findParamHeaders(input).problems.map((problem) => `input ${problem}`),
    ...registrationProblems(definition, fields, output, registry),
  ]);
  return {
    name: definition.name,
    operation: definition.operation,
    danger: definition.danger,
    idempotent: definition.idempotent ?? false,
    trust: definition.trust ?? 'certified',
    ...(definition.enabledFor && { enabledFor: definition.enabledFor }),
    input,
    foreign: !isZod(definition.input),
    foreignOutput: !isZod(definition.output),
    ...(output && { output }),
    guards: fields.guards,
    sensitive: fields.sensitive,
    errors: new Set<string>(definition.errors),
    registry,
    quotas: definition.quotas ?? [],
    confirmation: confirmationOf(definition.confirmation),
    ...(definition.idempotency && { idempotency: definition.idempotency }),
    ...(definition.timeoutMs !== undefined && { timeoutMs: definition.timeoutMs }),
    ...(definition.settlesWithinMs !== undefined && { settlesWithinMs: definition.settlesWithinMs }),
    client: new Set<ClientUse>(definition.client),
    ...(definition.task && { task: definition.task }),
    beginsTask: definition.beginsTask ?? false,
    ...(definition.subject && { subject: (args: JsonObject) => definition.subject?.(args) }),
    ...(definition.permit && { permit: (args: JsonObject) => definition.permit?.(args as never) }),
    ...(definition.hold && {
      hold: (args: JsonObject) => {
        const held = definition.hold?.(args as never);
        return held && soundFailure(held);
      },
    }),
    ...(definition.verify && {
      verify: (args: JsonObject, of: LookedFor) => definition.verify?.(args as never, of),
    }),
    run: (call: HandlerCall) => definition.run(call as never),
  };
};

const confirmationOf = ({ shown, ...text }: OperationDefinition['confirmation'] & object = {}): Confirmation => ({
  ...text,
  ...(shown && { shown: (args: JsonObject, call: ShownCall) => shown(args, call as never) }),
});

/** All operations of one contract share its registry. */
const registries = new WeakMap<CodeSet, Registry>();

const registryOf = (codes: CodeSet): Registry => {
  const found = registries.get(codes) ?? createRegistry(codes);
  registries.set(codes, found);
  return found;
};

const isZod = (schema: unknown): boolean => typeof schema === 'object' && schema !== null && '_zod' in schema;
