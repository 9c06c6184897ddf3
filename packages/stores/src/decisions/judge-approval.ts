import type { DecisionResult } from '../ports/approvals.ts';
import type { TokenRow } from './judge-token.ts';

/** Whether a call can still be decided about. The first decision stands. */
export const judgeApproval = (
  rows: readonly TokenRow[],
  wanted: 'approved' | 'denied',
  now: number,
): DecisionResult => {
  const [row, another] = rows;
  if (!row) return 'unknown';
  if (another) return 'ambiguous';
  if (row.consumed_at !== null) return 'used';
  if (row.expires_at <= now) return 'expired';
  return row.approved_at !== null || row.denied_at !== null ? 'decided' : wanted;
};
