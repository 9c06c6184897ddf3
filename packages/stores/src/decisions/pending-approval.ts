import { maskSensitive } from '@recourse/engine/redaction';
import type { PendingApproval } from '../ports/approvals.ts';
import { readCall } from '../sealing/sealed-call.ts';
import type { Sealed, Sealer } from '@recourse/engine/sealing';
import type { TokenRow } from './judge-token.ts';
import { approvalId } from './token-text.ts';

export interface PendingRow extends TokenRow {
  /** A list in JSON. */
  readonly reasons: string;
  readonly issued_at: number;
}

export const mostPending = 1000;

export const pendingOf = (
  row: PendingRow,
  sealed: Sealed | undefined,
  sealer: Sealer,
  now: number,
): PendingApproval => {
  const { held } = readCall(sealer, sealed, row.digest);
  return {
    id: approvalId(row),
    principal: row.principal,
    operation: row.operation,
    reasons: JSON.parse(row.reasons) as readonly string[],
    ...(held && { arguments: maskSensitive(held.arguments, held.sensitive ?? []) }),
    ...(held?.shown && { shown: held.shown }),
    issued_at: row.issued_at,
    expires_at: row.expires_at,
    timeLeftMs: Math.max(0, row.expires_at - now),
  };
};
