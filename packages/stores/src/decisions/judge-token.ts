import type { ConfirmationRequest, TokenRefusal } from '@recourse/engine/store-ports';

/** The row of a token. Fields are named after the columns. */
export interface TokenRow {
  readonly seq: number;
  readonly digest: string;
  readonly principal: string;
  readonly operation: string;
  readonly arguments_digest: string;
  readonly expires_at: number;
  readonly consumed_at: number | null;
  readonly approved_at: number | null;
  readonly denied_at: number | null;
  readonly decided_by: string | null;
  readonly reason: string | null;
}

/**
 * Why a token does not confirm a call; undefined if it does. The one order of the checks: known, not expired, not used,
 * of this call, not denied, and good enough.
 */
export const judgeToken = (
  row: TokenRow | undefined,
  request: ConfirmationRequest,
  now: number,
): TokenRefusal | undefined => {
  if (!row) return { state: 'invalid' };
  if (row.expires_at <= now) return { state: 'expired', expired_at: row.expires_at };
  if (row.consumed_at !== null) return { state: 'used', consumed_at: row.consumed_at };
  const { principal, operation, digest } = request;
  if (row.principal !== principal || row.operation !== operation || row.arguments_digest !== digest) {
    return { state: 'mismatch', token_operation: row.operation };
  }
  if (row.denied_at !== null) return denialOf(row);
  const isGoodEnough = row.approved_at !== null || sufficesUnapproved(request);
  return isGoodEnough ? undefined : { state: 'waiting', expires_at: row.expires_at };
};

/** The refusal for a call that a person denied. */
export const denialOf = ({ decided_by, reason }: TokenRow): Extract<TokenRefusal, { state: 'denied' }> => ({
  state: 'denied',
  ...(decided_by !== null && { decided_by }),
  ...(reason !== null && { reason }),
});

/** Whether the caller's own confirmation satisfies the policy, without an approval. */
export const sufficesUnapproved = ({ grade, source }: ConfirmationRequest): boolean =>
  grade === 'any' || source === 'person' || (grade === 'client' && source === 'client');
