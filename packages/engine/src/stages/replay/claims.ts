import type { Outcome } from '@recourse/contract';

/** The owner of a key: the same key of another caller or for another operation is another key. */
interface ClaimScope {
  readonly principal: string;
  readonly operation: string;
  readonly key: string;
}

/** A call that is to run under its key. */
export interface ClaimRequest extends ClaimScope {
  /** Digest of the arguments. */
  readonly digest: string;
  /** How long an outcome is kept. Only settled keys expire. */
  readonly retentionMs: number;
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

/** A key that cannot be claimed, and what is known about it. */
export type KnownKey =
  /** The call ran, and this is its outcome. */
  | { readonly state: 'stored'; readonly outcome: Outcome }
  /** The key was used with other arguments. */
  | { readonly state: 'conflict'; readonly first_used_at: number }
  /** The handler runs now. */
  | { readonly state: 'in_flight'; readonly started_at: number; readonly now: number }
  | LostClaim;

/** Only outcomes with a known effect settle a key. */
export const hasUnknownEffect = (outcome: Outcome): boolean => !outcome.ok && outcome.effect === 'unknown';
