import type { Facts } from '@recourse/engine';
import type { Asked, AskRequest, Tokens } from '@recourse/engine/store-ports';
import { denialOf } from '../decisions/judge-token.ts';
import type { TokenRow } from '../decisions/judge-token.ts';
import { parseToken, renderToken } from '../decisions/token-text.ts';
import { drawToken } from '../sealing/draw-token.ts';
import { readCall } from '../sealing/sealed-call.ts';
import type { PostgresContext, SealedCells } from './context.ts';
import { sealedOf, withoutNul } from './context.ts';

type AskedRow = TokenRow & SealedCells & { readonly issued: number | null };
type SealedRow = SealedCells & Pick<TokenRow, 'digest'>;

/** The confirmation tokens of one schema. */
export const createPostgresTokens = (context: PostgresContext): Tokens => {
  const { database, sealer, tokenSealer, now, most } = context;

  const ask = async (request: AskRequest, opens: readonly string[] = tokenSealer.opens): Promise<Asked> => {
    const { principal, operation, digest, expires_at, reasons, shared } = request;
    const drawn = drawToken(tokenSealer, request);
    const [row] = await database.rows<AskedRow>('ask', asking, [
      drawn.digest,
      withoutNul(principal),
      withoutNul(operation),
      digest,
      request.call_digest ?? null,
      JSON.stringify(reasons),
      expires_at,
      shared,
      opens,
      drawn.sealed?.sealed_by ?? null,
      drawn.sealed?.sealed ?? null,
      most.tokens,
      now(),
    ]);
    if (!row) throw new Error('The store returned no row');
    if (row.issued !== null) return answer(request, drawn.secret, { seq: row.issued, expires_at });
    if (row.approved_at !== null) return { state: 'approved' };
    if (row.denied_at !== null) return denialOf(row);
    const { secret } = readCall(tokenSealer, sealedOf(row), row.digest);
    // The row was changed by hand, and its token cannot be read any more.
    if (secret === undefined) return ask(request, []);
    return answer(request, secret, row);
  };

  const answer = async (
    request: AskRequest,
    secret: string,
    { seq, expires_at }: Pick<TokenRow, 'seq' | 'expires_at'>,
  ): Promise<Asked> => {
    const earlier = await earlierFacts(request, seq);
    return { state: 'asked', token: renderToken(secret, seq), expires_at, ...(earlier && { earlier }) };
  };

  const earlierFacts = async (request: AskRequest, seq: number): Promise<Facts | undefined> => {
    const { call_digest, digest, principal, operation } = request;
    if (call_digest === undefined) return undefined;
    const cells = [call_digest, withoutNul(principal), withoutNul(operation), seq, digest, now()];
    const [row] = await database.rows<SealedRow>('earlier', earlierQuestion, cells);
    return row && readCall(tokenSealer, sealedOf(row), row.digest).held?.shown;
  };

  return {
    transaction: database,
    holds: sealer !== undefined,
    ask: (request) => ask(request),
    held: async (token) => {
      const place = parseToken(token);
      if (!place) return undefined;
      const [row] = await database.rows<SealedCells>('held', held, [place.seq, place.digest, now()]);
      return row && readCall(tokenSealer, sealedOf(row), place.digest).held;
    },
    expiryOf: async (token) => {
      const place = parseToken(token);
      if (!place) return undefined;
      const [row] = await database.rows<{ expires_at: number }>('expiry', expiry, [place.seq, place.digest]);
      return row?.expires_at;
    },
  };
};

const asking = `SELECT issued, (token).*
  FROM $schema.ask($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

/** The last question about the same call with other facts. */
const earlierQuestion = `SELECT digest, sealed_by, sealed FROM $schema.tokens
  WHERE found_by_call AND call_digest = $1 AND principal = $2 AND operation = $3 AND seq < $4
    AND arguments_digest <> $5 AND expires_at > $schema.at($6)
  ORDER BY seq DESC LIMIT 1`;

const held = `SELECT sealed_by, sealed FROM $schema.tokens
  WHERE seq = $1 AND digest = $2 AND expires_at > $schema.at($3)`;

const expiry = 'SELECT expires_at FROM $schema.tokens WHERE seq = $1 AND digest = $2';
