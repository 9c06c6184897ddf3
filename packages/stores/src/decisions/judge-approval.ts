import type { DecisionResult } from '../ports/approvals.ts';
import type { TokenRow } from './judge-token.ts';
import type { TokenPlace } from './token-text.ts';

type Decidable = Pick<TokenRow, 'principal' | 'consumed_at' | 'expires_at' | 'approved_at' | 'denied_at'>;

/** Judges whether a call can still be decided about, by this approver. The first decision counts. */
export const judgeApproval = (
  row: Decidable | undefined,
  wanted: 'approved' | 'denied',
  { now, by }: { readonly now: number; readonly by?: string },
): DecisionResult => {
  if (!row) return 'unknown';
  if (row.consumed_at !== null) return 'used';
  if (row.expires_at <= now) return 'expired';
  if (row.approved_at !== null || row.denied_at !== null) return 'decided';
  return wanted === 'approved' && row.principal === by ? 'own' : wanted;
};

/** Whether a row is the one that was meant: its number alone may be a slip. */
export const isMeant = <Row extends TokenPlace>(row: Row | undefined, place: TokenPlace): row is Row =>
  row !== undefined && row.digest.startsWith(place.digest);
