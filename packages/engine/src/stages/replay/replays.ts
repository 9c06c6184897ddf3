import type { Outcome } from '@recourse/contract';

/** Whose key it is: the same key of another caller or for another operation is another key. */
export interface ReplayScope {
  readonly principal: string;
  readonly operation: string;
  readonly key: string;
}

/** A call that wants to run under its key. */
export interface ClaimRequest extends ReplayScope {
  /** Digest of the arguments. */
  readonly digest: string;
  /** How long an outcome is kept. Only settled keys expire. */
  readonly retentionMs: number;
  /** How long the handler may keep the key without ending; after that the key is lost. */
  readonly boundMs: number;
  /** Whether a repeated call leaves the same state as one: a lost key of such a call is free. */
  readonly idempotent: boolean;
  /** The lost claim that this one replaces, if it is still the one that holds the key. */
  readonly reopen?: string;
}

/** A key whose effect is unknown: its owner is silent, or its outcome says so. */
export interface LostClaim {
  readonly state: 'lost';
  readonly id: string;
  readonly started_at: number;
  readonly last_heard_at: number;
  /** True if the handler cannot run any more: it ended, or its process is proven dead. */
  readonly ended: boolean;
  /** When the lease or the handler ended. An effect may land until the tool's settling time after that. */
  readonly silent_since: number;
  /** The store's clock at the time of this answer. */
  readonly now: number;
  /** The outcome of a handler that ended without knowing its effect. */
  readonly outcome?: Outcome;
}

/** What becomes of a call with a key. */
export type Claim =
  /** The key is the caller's. The id grows with every claim of the store, so that an upstream can compare two. */
  | { readonly state: 'claimed'; readonly id: string }
  /** The call ran, and this is its outcome. */
  | { readonly state: 'stored'; readonly outcome: Outcome }
  /** The key was used with other arguments. */
  | { readonly state: 'conflict'; readonly first_used_at: number }
  /** The handler runs now. */
  | { readonly state: 'in_flight'; readonly started_at: number; readonly now: number }
  | LostClaim;

/** Keeps the outcomes of calls that came with an idempotency key. */
export interface Replays {
  /** Identifies the transactions that the keys take part in. A server's tokens must name the same. */
  readonly transaction?: object;
  /** One decision, atomically: no two callers ever claim one key. */
  claim(request: ClaimRequest): Promise<Claim>;
  /** Records that the handler is about to run. */
  begin(id: string): Promise<void>;
  /**
   * Stores the outcome, which the key returns from now on. An outcome whose effect is unknown leaves the key lost.
   * False if the claim was replaced in the meantime: the effect may have happened twice.
   */
  settle(id: string, outcome: Outcome): Promise<boolean>;
  /** Frees the key: the call had no effect. */
  release(id: string): Promise<void>;
  /** Whether the claim still holds its key and nothing has replaced it. */
  owns(id: string): Promise<boolean>;
}
