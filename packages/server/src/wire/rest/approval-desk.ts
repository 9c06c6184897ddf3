import type { JsonObject } from '@recourse/contract';
import type { Facts } from '@recourse/engine';

/** A call that waits for an approver. */
export interface WaitingCall {
  readonly id: string;
  readonly principal: string;
  readonly operation: string;
  readonly reasons: readonly string[];
  /** With sensitive values masked; absent if they cannot be read here. */
  readonly arguments?: JsonObject;
  /** The facts that the question stated, secrets masked. The approval is for these. */
  readonly shown?: Facts;
  readonly issued_at: number;
  readonly expires_at: number;
  readonly timeLeftMs: number;
}

/** A decision and its approver. */
export interface ApprovalDecision {
  readonly decided_by: string;
  readonly via: 'key';
  readonly note?: string;
  readonly reason?: string;
}

/** The result of a decision. Only `approved` and `denied` changed anything. */
export type ApprovalResult = 'approved' | 'denied' | 'decided' | 'own' | 'used' | 'expired' | 'unknown';

/** Decides about waiting calls. The stores implement it; every decision is recorded there as an event. */
export interface ApprovalDesk {
  list(): Promise<readonly WaitingCall[]>;
  find(id: string): Promise<WaitingCall | undefined>;
  approve(id: string, decision: ApprovalDecision): Promise<ApprovalResult>;
  deny(id: string, decision: ApprovalDecision): Promise<ApprovalResult>;
}
