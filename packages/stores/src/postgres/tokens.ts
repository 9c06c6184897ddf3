import type { Asked, AskRequest, Tokens } from '@recourse/engine';
import { denialOf, judgeToken, sufficesUnapproved } from '../decisions/judge-token.ts';
import type { TokenRow } from '../decisions/judge-token.ts';
import { parseToken, renderToken } from '../decisions/token-text.ts';
import { drawToken } from '../sealing/draw-token.ts';
import { readCall } from '../sealing/sealed-call.ts';
import type { PostgresContext, SealedCells } from './context.ts';
import { sealedOf, withoutNul } from './context.ts';

type AskedRow = TokenRow & SealedCells & { readonly redeemed: boolean; readonly issued: number | null };

export const createPostgresTokens = ({ database, sealer, tokenSealer, now, most }: PostgresContext): Tokens => {
  const ask = async (request: AskRequest, opens: readonly string[] = tokenSealer.opens): Promise<Asked> => {
    const { principal, operation, digest, expires_at, reasons, shared } = request;
    const drawn = drawToken(tokenSealer, request);
    const [row] = await database.rows<AskedRow>('ask', asking, [
      drawn.digest,
      withoutNul(principal),
      withoutNul(operation),
      digest,
      JSON.stringify(reasons),
      expires_at,
      shared,
      opens,
      drawn.sealed?.sealed_by ?? null,
      drawn.sealed?.sealed ?? null,
      most.tokens,
      now(),
    ]);
    if (!row) throw new Error('The store has answered nothing');
    if (row.redeemed) return { state: 'redeemed' };
    if (row.issued !== null) return { state: 'asked', token: renderToken(drawn.secret, row.issued), expires_at };
    if (row.denied_at !== null) return denialOf(row);
    const { secret } = readCall(tokenSealer, sealedOf(row), row.digest);
    // Somebody has changed the row, so that nobody can say its token any more.
    if (secret === undefined) return ask(request, []);
    return { state: 'asked', token: renderToken(secret, row.seq), expires_at: row.expires_at };
  };

  return {
    holds: sealer !== undefined,
    ask: (request) => ask(request),
    redeem: async (request) => {
      const place = parseToken(request.token);
      if (!place) return { state: 'invalid' };
      const [principal, operation] = [withoutNul(request.principal), withoutNul(request.operation)];
      const [row] = await database.rows<TokenRow & { redeemed: boolean; decided_at: number }>('redeem', redeeming, [
        place.seq,
        place.digest,
        principal,
        operation,
        request.digest,
        sufficesUnapproved(request),
        now(),
      ]);
      if (row?.redeemed === true) return { state: 'redeemed' };
      const judged = judgeToken(row, { ...request, principal, operation }, row?.decided_at ?? 0);
      // It was approved a moment after it was looked at: the next attempt will pass.
      return row && judged.state === 'redeemed' ? { state: 'waiting', expires_at: row.expires_at } : judged;
    },
    held: async (token) => {
      const place = parseToken(token);
      if (!place) return undefined;
      const [row] = await database.rows<SealedCells>('held', held, [place.seq, place.digest, now()]);
      return row && readCall(tokenSealer, sealedOf(row), place.digest).held;
    },
  };
};

const asking = `SELECT redeemed, issued, (token).*
  FROM $schema.ask($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

const redeeming = 'SELECT decided_at, redeemed, (token).* FROM $schema.redeem($1, $2, $3, $4, $5, $6, $7)';

const held = `SELECT sealed_by, sealed FROM $schema.tokens
  WHERE seq = $1 AND digest = $2 AND expires_at > $schema.at($3)`;
