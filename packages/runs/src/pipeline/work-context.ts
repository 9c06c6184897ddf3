import type { Json } from '@recourse/contract';
import type { Countable } from '../model/budgets.ts';
import type { Issue } from '../model/issue.ts';
import type { NotedPayloads } from '../model/noted-payloads.ts';

/** Reads artifacts of the run. The content is checked against its hash. */
export interface ArtifactReader {
  /** The value of a JSON artifact. Its type is the caller's claim; its schema was checked when it was written. */
  json<Value = unknown>(name: string, scope?: string): Promise<Value>;
  text(name: string, scope?: string): Promise<string>;
  bytes(name: string, scope?: string): Promise<Uint8Array>;
  /** The scopes of an artifact, in order. */
  scopes(name: string): readonly string[];
  has(name: string, scope?: string): boolean;
}

/** The facts that the scopes of a step are computed from. */
export interface ScopeContext<Config> {
  readonly run_id: string;
  readonly config: Config;
  readonly artifacts: ArtifactReader;
}

/** The argument of a step, gate, fixer or publication. */
export interface WorkContext<Config = never> extends ScopeContext<Config> {
  readonly scope: string;
  readonly attempt: number;
  /** Aborted by a cancellation, a time limit, a budget, or the loss of the run to another process. */
  readonly signal: AbortSignal;
  /** Joins what the step does to the trace of the run. */
  readonly trace: { readonly trace_id: string; readonly span_id: string };
  /** A key for one external effect. It is the same if the step runs again with the same inputs. */
  effectKey(name: string): EffectKey;
  /**
   * Performs an external effect at most once, also if the process dies in it. A result that is known is returned
   * without calling `effect`.
   */
  once<Value extends Json>(
    key: EffectKey,
    effect: (use: EffectUse) => Promise<Value>,
    look: EffectLook<Value>,
  ): Promise<Value>;
  /** Adds an event to the record of the run. Resolves when it is stored. */
  note<Type extends keyof NotedPayloads>(type: Type, payload: NotedPayloads[Type]): Promise<void>;
  /** Counts against a budget of the run, before the thing is done. Throws BUDGET_EXCEEDED. */
  spend(budget: Countable, amount?: number): void;
}

export interface FixContext<Config = never> extends WorkContext<Config> {
  readonly issue: Issue;
}

export interface EffectKey {
  readonly name: string;
  readonly key: string;
}

/** Facts that an effect can pass to the upstream. */
export interface EffectUse {
  /** To be sent as the idempotency key, or written into the effect so that a look can find it. */
  readonly key: string;
  /** Grows with every owner: an upstream that compares it can refuse an older one. */
  readonly fence: string;
  readonly signal: AbortSignal;
  /** Whether this process still owns the effect. Check it before the point of no return; it proves nothing. */
  stillOwner(): Promise<boolean>;
}

/**
 * How the engine finds out whether an effect took place whose process died. `find` identifies this effect by its key and
 * returns its result, or undefined if it is absent; it throws if it cannot tell.
 */
export type EffectLook<Value extends Json> =
  | {
      find(key: string, signal: AbortSignal): Promise<Value | undefined>;
      /** How long an effect may take to become visible after its process has died. */
      readonly settlesWithinMs: number;
    }
  /** Repeating the effect with the same key leaves the same state. */
  | { readonly idempotent: true };
