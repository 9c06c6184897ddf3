import type { Outcome } from '@recourse/contract';

/** Whose key it is: the same key of another caller or for another operation is another key. */
export interface ReplayScope {
  readonly principal: string;
  readonly operation: string;
  readonly key: string;
}

export interface ClaimRequest extends ReplayScope {
  /** Digest of the arguments. */
  readonly digest: string;
  readonly leaseMs: number;
  readonly retentionMs: number;
  /** A call that may be made twice is simply made again when its first claim was lost. */
  readonly idempotent: boolean;
}

/** What becomes of a call with a key. */
export type Claim =
  /** It is ours to run. */
  | { readonly state: 'claimed'; readonly id: string }
  /** It ran before, and this is how it ended. */
  | { readonly state: 'stored'; readonly outcome: Outcome }
  /** The key was used with other arguments. */
  | { readonly state: 'conflict'; readonly first_used_at: number }
  /** It is running now. */
  | { readonly state: 'in_flight'; readonly started_at: number; readonly retryAfterMs: number }
  /** It was started and never ended: nobody knows what it did. */
  | { readonly state: 'lost'; readonly started_at: number };

/** Keeps the outcomes of calls that came with an idempotency key. */
export interface Replays {
  /** One decision, atomically: no two callers ever claim one key. */
  claim(request: ClaimRequest): Promise<Claim>;
  /** Says that the handler is about to run, and when the lease ends unless it is renewed. */
  begin(id: string, leaseMs: number): Promise<void>;
  renew(id: string, leaseMs: number): Promise<void>;
  /** Stores the outcome; from now on it is what the key answers. */
  settle(id: string, outcome: Outcome): Promise<void>;
  /** Forgets the claim: the call had no effect, and may be made again. */
  release(id: string): Promise<void>;
}
