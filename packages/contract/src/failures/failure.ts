import type { Category, Recovery } from '../codes/code.ts';
import type { Json, JsonObject } from '../json.ts';
import type { KnownCode } from '../registries/known-code.ts';

/**
 * Marks values created here. JSON cannot contain a symbol, so an upstream's answer is never mistaken for one of our
 * failures.
 */
export const failureBrand: unique symbol = Symbol.for('recourse.failure') as never;

/** Editors complete the known codes; plugins and adapters add others at run time. */
export type AnyCode = KnownCode | (string & {});

/** The effects of the failed call. `unknown`: check before repeating it. */
export const effects = ['none', 'partial', 'applied', 'unknown'] as const;
export type Effect = (typeof effects)[number];

/** The subject of a failure: the run, session or resource. */
export interface Subject {
  readonly type: string;
  readonly id: string;
}

/** Lets a program decide whether an effect took place: the value expected where the pointer (RFC 6901) points. */
export interface AppliedWhen {
  readonly pointer: string;
  readonly equals: Json;
}

/** A call that can be made as written. */
export interface NextAction {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly why: string;
  readonly applied_when?: AppliedWhen;
  /** The lookup cannot distinguish this effect from a similar one: show its result to a person; it proves nothing. */
  readonly resembles?: true;
}

/** Something similar to what was requested: the value to use, its kind, and its name for people. */
export interface Similar {
  readonly ref: string | number;
  readonly role?: string;
  readonly name?: string;
}

/**
 * A failed call as a value. The names are those on the wire, so that there is one vocabulary from the handler to
 * the agent.
 */
export interface Failure<Code extends string = AnyCode, Details = JsonObject> {
  readonly [failureBrand]: true;
  readonly ok: false;
  readonly namespace: string | null;
  readonly code: Code;
  readonly category: Category;
  readonly message: string;
  readonly summary: string;
  readonly hint: string;
  readonly http: number | null;
  readonly retryable: boolean;
  readonly recovery: Recovery;
  readonly effect: Effect;
  readonly details?: Details;
  readonly subject?: Subject;
  readonly next_actions?: readonly NextAction[];
  readonly similar?: readonly Similar[];
  readonly retry_after_ms?: number;
  /** A safe name for the internal cause. The cause itself is for the log: `causeOf`. */
  readonly cause_class?: string;
  readonly correlation_id: string;
}

/**
 * True for a value made by `fail`, `fromUnknown` or a dialect's `parse`. A proxy whose traps throw is not a failure.
 */
export const isFailure = (value: unknown): value is Failure => {
  if (typeof value !== 'object' || value === null) return false;
  try {
    return failureBrand in value;
  } catch {
    return false;
  }
};

const causes = new WeakMap<object, unknown>();

/**
 * The latest failures that `fail` made from checked details and options, with the most bytes that they take as JSON. A
 * WeakMap of all would make every garbage collection slower. A failure that has left the list is proven again.
 */
const soundFailures: { failure: object; mostBytes: number }[] = [];
const mostSound = 16;
/** A larger failure is not kept for this, and is proven again too. */
const mostSoundBytes = 64 * 1024;
let nextSound = 0;

/** Remembers that a failure is sound. A copy of it is not known to be. */
export const rememberSound = <Value extends Failure>(failure: Value, mostBytes: number): Value => {
  if (mostBytes > mostSoundBytes) return failure;
  soundFailures[nextSound] = { failure, mostBytes };
  nextSound = (nextSound + 1) % mostSound;
  return failure;
};

/** The most bytes that a failure which `fail` made lately takes as JSON; undefined for any other outcome. */
export const soundBytesOf = (failure: object): number | undefined => {
  for (const known of soundFailures) if (known.failure === failure) return known.mostBytes;
  return undefined;
};

/** Keeps a cause separate from the failure, where no dialect can render it. */
export const rememberCause = <Value extends Failure>(failure: Value, cause: unknown): Value => {
  causes.set(failure, cause);
  return failure;
};

/** Copies a failure with a few changes. The copy keeps the cause. */
export const changeFailure = <Value extends Failure>(failure: Value, changes: Partial<Failure>): Value => {
  const changed = { ...failure, ...changes };
  return causes.has(failure) ? rememberCause(changed, causes.get(failure)) : changed;
};

/** The cause of a failure, for the log only. */
export const causeOf = (failure: Failure): unknown => causes.get(failure);

/**
 * The Web Crypto global, which every supported runtime has; typed here because the package knows no runtime's types.
 */
interface WithCrypto {
  readonly crypto: { randomUUID(): string };
}

/**
 * An id that connects an answer with the log lines of its call. The global is read as late as possible, because Node
 * loads it when it is read.
 */
export const createCorrelationId = (): string => (globalThis as unknown as WithCrypto).crypto.randomUUID();
