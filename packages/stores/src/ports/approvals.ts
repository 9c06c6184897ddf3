import type { JsonObject } from '@recourse/contract';
import type { Facts } from '@recourse/engine';

/** A call that waits for an approval. */
export interface PendingApproval {
  /** Short enough to type. It names the call and cannot be used to make it. */
  readonly id: string;
  readonly principal: string;
  readonly operation: string;
  readonly reasons: readonly string[];
  /** All of them, what their tool calls sensitive masked. Absent if the call is not held, or sealed with another key. */
  readonly arguments?: JsonObject;
  /** The facts that the question stated, secrets masked. The approval is for these. */
  readonly shown?: Facts;
  readonly issued_at: number;
  readonly expires_at: number;
  readonly timeLeftMs: number;
}

/**
 * The result of a decision. Only `approved` and `denied` changed anything. `decided`: the call was decided before.
 * `own`: the approver is the caller.
 */
export type DecisionResult = 'approved' | 'denied' | 'decided' | 'own' | 'used' | 'expired' | 'unknown';

/** The approver of a decision. The event of the decision carries all of it. */
export interface DecisionBy {
  /** The principal of an approver's key, or `os:` and the login name of a user of the machine. */
  readonly decided_by: string;
  /** How the approver was identified: by a key, or by the operating system. */
  readonly via: 'key' | 'os';
  /** A remark by the approver. It proves no identity. */
  readonly note?: string;
}

export interface DenialBy extends DecisionBy {
  readonly reason?: string;
}

/** Decides about waiting calls, and records each decision as an event. A call is named by its id or by its token. */
export interface Approvals {
  /** Undecided calls, oldest first; at most a thousand. */
  list(): Promise<readonly PendingApproval[]>;
  find(reference: string): Promise<PendingApproval | undefined>;
  approve(reference: string, decision: DecisionBy): Promise<DecisionResult>;
  deny(reference: string, decision: DenialBy): Promise<DecisionResult>;
}
