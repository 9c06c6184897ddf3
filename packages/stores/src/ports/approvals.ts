import type { JsonObject } from '@recourse/contract';

/** A call that waits for somebody's yes. */
export interface PendingApproval {
  /** Short enough to be typed. It names the call and lets nobody make it. */
  readonly id: string;
  readonly principal: string;
  readonly operation: string;
  readonly reasons: readonly string[];
  /** All of them, what their tool calls sensitive masked. Absent where the call is not held, or sealed with another key. */
  readonly arguments?: JsonObject;
  readonly issued_at: number;
  readonly expires_at: number;
  readonly timeLeftMs: number;
}

/** What became of a decision. Only `approved` and `denied` changed anything; `decided` means that somebody was first. */
export type DecisionResult = 'approved' | 'denied' | 'decided' | 'used' | 'expired' | 'unknown';

export interface DecisionBy {
  readonly decided_by?: string;
}

export interface DenialBy extends DecisionBy {
  readonly reason?: string;
}

/** Where a person decides about calls that wait. A call is named by its id or by its token. */
export interface Approvals {
  /** The calls nobody has decided about, oldest first; at most a thousand. */
  list(): Promise<readonly PendingApproval[]>;
  find(reference: string): Promise<PendingApproval | undefined>;
  approve(reference: string, decision?: DecisionBy): Promise<DecisionResult>;
  deny(reference: string, decision?: DenialBy): Promise<DecisionResult>;
}
