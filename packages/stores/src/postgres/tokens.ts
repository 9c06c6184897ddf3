import { randomBytes } from 'node:crypto';
import type { Tokens } from '@recourse/engine';
import { judgeToken, sufficesUnapproved } from '../decisions/judge-token.ts';
import type { TokenRow } from '../decisions/judge-token.ts';
import { digestOfSecret } from '../sealing/digest.ts';
import { readHeldCall, sealHeldCall } from '../sealing/held-call.ts';
import type { PostgresContext, SealedCells } from './context.ts';
import { sealedOf, withoutNul } from './context.ts';

export const createPostgresTokens = ({ database, sealer, now, most }: PostgresContext): Tokens => ({
  holds: sealer !== undefined,
  issue: async ({ prefix, principal, operation, digest, expires_at, reasons, held }) => {
    const token = `${prefix}_${randomBytes(32).toString('base64url')}`;
    const stored = digestOfSecret(token);
    const sealed = held && sealHeldCall(sealer, held, stored);
    await database.rows('issue', issue, [
      stored,
      withoutNul(principal),
      withoutNul(operation),
      digest,
      JSON.stringify(reasons),
      now(),
      expires_at,
      sealed?.sealed_by ?? null,
      sealed?.sealed ?? null,
      most.tokens,
    ]);
    return token;
  },
  redeem: async (request) => {
    const { token, principal, operation, digest } = request;
    const [row] = await database.rows<TokenRow & { redeemed: boolean; decided_at: number }>('redeem', redeem, [
      digestOfSecret(token),
      withoutNul(principal),
      withoutNul(operation),
      digest,
      sufficesUnapproved(request),
      now(),
    ]);
    if (row?.redeemed === true) return { state: 'redeemed' };
    const asked = { ...request, principal: withoutNul(principal), operation: withoutNul(operation) };
    const judged = judgeToken(row, asked, row?.decided_at ?? 0);
    // It was approved a moment after it was looked at: the next attempt will pass.
    return row && judged.state === 'redeemed' ? { state: 'waiting', expires_at: row.expires_at } : judged;
  },
  held: async (token) => {
    const digest = digestOfSecret(token);
    const [row] = await database.rows<SealedCells>('held', held, [digest, now()]);
    const sealed = row && sealedOf(row);
    return sealed && readHeldCall(sealer, sealed, digest);
  },
});

const issue = `
  WITH issued AS (
    INSERT INTO $schema.tokens
      (digest, principal, operation, arguments_digest, reasons, issued_at, expires_at, sealed_by, sealed)
    VALUES ($1, $2, $3, $4, $5, $schema.at($6), $7, $8, $9) RETURNING seq
  )
  DELETE FROM $schema.tokens WHERE seq IN (
    SELECT seq FROM $schema.tokens WHERE seq <= (SELECT seq FROM issued) - $10::bigint FOR UPDATE SKIP LOCKED
  )`;

const redeem = 'SELECT decided_at, redeemed, (token).* FROM $schema.redeem($1, $2, $3, $4, $5, $6)';

const held = 'SELECT sealed_by, sealed FROM $schema.tokens WHERE digest = $1 AND expires_at > $schema.at($2)';
