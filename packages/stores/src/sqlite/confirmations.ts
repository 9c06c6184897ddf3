import { mostRestores } from '@recourse/engine/store-ports';
import type { ConfirmationRequest, TokenRefusal } from '@recourse/engine/store-ports';
import { lostSince } from '../decisions/judge-claim.ts';
import { judgeToken } from '../decisions/judge-token.ts';
import type { TokenRow } from '../decisions/judge-token.ts';
import { parseToken } from '../decisions/token-text.ts';
import { createSqliteClaims } from './claims.ts';
import type { SealedCells, SqliteContext } from './context.ts';

export type StoredToken = TokenRow & SealedCells & { readonly claim: number | null };

/** Judges and uses up the confirmations of calls, always inside an open transaction. */
export const createSqliteConfirmations = ({ database: { connection }, now }: SqliteContext) => {
  const claims = createSqliteClaims(connection, now);

  const find = (token: string): StoredToken | undefined => {
    const place = parseToken(token);
    return place && connection.row<StoredToken>(byPlace, place.seq, place.digest);
  };

  const ofSameCall = (digest: string, principal: string, operation: string): readonly StoredToken[] =>
    connection.rows<StoredToken>(sameCall, digest, principal, operation, now());

  return {
    find,
    ofSameCall,

    /** The token or the approval that confirms the call, or why none does. */
    judge: (request: ConfirmationRequest): StoredToken | TokenRefusal | undefined => {
      const { token, digest, principal, operation } = request;
      if (token === undefined) {
        return ofSameCall(digest, principal, operation).find(({ approved_at }) => approved_at !== null);
      }
      const row = find(token);
      const refusal = judgeToken(row, request, now());
      if (!row || refusal?.state !== 'used') return refusal ?? row;
      const claim = row.claim === null ? undefined : claims.find(row.claim);
      const lost = claim && lostSince(claim, now());
      return { ...refusal, ...(lost && { lost }) };
    },

    consume: (seq: number, claim: number): void => {
      connection.run(
        'UPDATE tokens SET consumed_at = ?, found_by_call = 0, claim = ? WHERE seq = ?',
        now(),
        claim,
        seq,
      );
    },

    /** Makes a confirmation good again, as it was before its call. */
    restore: (seq: number, claim: number): boolean =>
      connection.run(`${restoration} AND seq = ?`, claim, mostRestores, now(), seq) > 0,

    /** Makes the confirmation of a lost claim good for the call that replaces it. */
    restoreLost: (claim: number): void => {
      connection.run(restoration, claim, mostRestores, now());
    },
  };
};

const columns = `seq, digest, principal, operation, arguments_digest, expires_at, consumed_at, approved_at, denied_at,
  decided_by, reason, sealed_by, sealed, claim`;

const byPlace = `SELECT ${columns} FROM tokens WHERE seq = ? AND digest = ?`;

/** Decisions first: of what waits, the oldest are enough. */
const sameCall = `SELECT ${columns} FROM tokens
  WHERE found_by_call = 1 AND arguments_digest = ? AND principal = ? AND operation = ? AND expires_at > ?
  ORDER BY approved_at IS NULL, denied_at IS NULL, seq LIMIT 10`;

export const restoration = `UPDATE tokens SET consumed_at = NULL, claim = NULL, restores = restores + 1,
    found_by_call = (shared = 1 OR approved_at IS NOT NULL)
  WHERE claim = ? AND restores < ? AND expires_at > ?`;
