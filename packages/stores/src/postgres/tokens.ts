import { mostRestores } from '@recourse/engine';
import type { Asked, AskRequest, ConfirmedBegin, Tokens } from '@recourse/engine';
import { lostSince } from '../decisions/judge-claim.ts';
import type { ReplayRow } from '../decisions/judge-claim.ts';
import { denialOf, judgeToken, sufficesUnapproved } from '../decisions/judge-token.ts';
import type { TokenRow } from '../decisions/judge-token.ts';
import { parseToken, renderToken } from '../decisions/token-text.ts';
import type { Owner } from '../owners/create-owner.ts';
import { drawToken } from '../sealing/draw-token.ts';
import { readCall } from '../sealing/sealed-call.ts';
import { sealOutcome } from '../sealing/stored-outcome.ts';
import { keptAfterExpiryMs } from '../sweeping/create-sweeper.ts';
import type { PostgresContext, SealedCells } from './context.ts';
import { sealedOf, withoutNul } from './context.ts';

interface Begun {
  readonly redeemed: boolean;
  readonly superseded: boolean;
  readonly began: number | null;
}
type AskedRow = TokenRow & SealedCells & Begun & { readonly issued: number | null };
type RedeemedRow = TokenRow & Begun & { readonly decided_at: number; readonly claim: number | null };

/** The confirmation tokens of one schema. A confirmation is used up in the transaction that begins its call. */
export const createPostgresTokens = (context: PostgresContext, owner: Owner): Tokens => {
  const { database, sealer, tokenSealer, now, most } = context;
  const beginning = async ({ boundMs }: ConfirmedBegin) => [
    await owner.ready(),
    owner.leaseMs,
    boundMs,
    keptAfterExpiryMs,
    now(),
  ];

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
      request.begin.claim ?? null,
      ...(await beginning(request.begin)),
    ]);
    if (!row) throw new Error('The store has answered nothing');
    if (row.superseded) return { state: 'superseded' };
    if (row.redeemed) return redeemed(row, request.begin);
    if (row.issued !== null) return { state: 'asked', token: renderToken(drawn.secret, row.issued), expires_at };
    if (row.denied_at !== null) return denialOf(row);
    const { secret } = readCall(tokenSealer, sealedOf(row), row.digest);
    // The row was changed by hand, and its token cannot be read any more.
    if (secret === undefined) return ask(request, []);
    return { state: 'asked', token: renderToken(secret, row.seq), expires_at: row.expires_at };
  };

  return {
    transaction: database,
    holds: sealer !== undefined,
    ask: (request) => ask(request),
    redeem: async (request) => {
      const place = parseToken(request.token);
      if (!place) return { state: 'invalid' };
      const [principal, operation] = [withoutNul(request.principal), withoutNul(request.operation)];
      const [row] = await database.rows<RedeemedRow>('redeem', redeeming, [
        place.seq,
        place.digest,
        principal,
        operation,
        request.digest,
        sufficesUnapproved(request),
        request.begin.claim ?? null,
        `confirmation ${place.digest}`,
        ...(await beginning(request.begin)),
      ]);
      if (row?.superseded) return { state: 'superseded' };
      if (row?.redeemed) return redeemed(row, request.begin);
      const judged = judgeToken(row, { ...request, principal, operation }, row?.decided_at ?? 0);
      // It was approved a moment after it was read: the next attempt will pass.
      if (judged.state === 'redeemable') return { state: 'waiting', expires_at: row?.expires_at ?? 0 };
      if (judged.state !== 'used' || row?.claim == null) return judged;
      const [claim] = await database.rows<ReplayRow>('find_claim', claimOf, [row.claim]);
      const lost = claim && lostSince(claim, row.decided_at);
      return lost ? { ...judged, lost } : judged;
    },
    end: async (id, outcome) => {
      const [token = '', claim] = id.split(':');
      const sealed = claim === undefined ? undefined : sealOutcome(sealer, outcome, claim);
      const [row] = await database.rows<{ end_confirmed: boolean }>('end_confirmed', ending, [
        token,
        claim ?? null,
        outcome.ok ? 'applied' : outcome.effect,
        sealed?.sealed_by ?? null,
        sealed?.sealed ?? null,
        mostRestores,
        now(),
      ]);
      return row?.end_confirmed ?? false;
    },
    held: async (token) => {
      const place = parseToken(token);
      if (!place) return undefined;
      const [row] = await database.rows<SealedCells>('held', held, [place.seq, place.digest, now()]);
      return row && readCall(tokenSealer, sealedOf(row), place.digest).held;
    },
  };
};

/** Names the token and, if the store made one for it, its claim. */
const redeemed = ({ seq, began }: TokenRow & Begun, { claim }: ConfirmedBegin) =>
  ({ state: 'redeemed', id: claim === undefined && began !== null ? `${seq}:${began}` : `${seq}` }) as const;

const asking = `SELECT redeemed, superseded, began, issued, (token).*
  FROM $schema.ask($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`;

const redeeming = `SELECT decided_at, redeemed, superseded, began, (token).*
  FROM $schema.redeem($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

const ending = 'SELECT $schema.end_confirmed($1, $2, $3, $4, $5, $6, $7)';

const claimOf = `SELECT r.*, o.heard_at AS owner_heard_at, o.lease_ends AS owner_lease_ends, o.facts AS owner_facts
  FROM $schema.replays r LEFT JOIN $schema.owners o ON o.id = r.owner WHERE r.seq = $1`;

const held = `SELECT sealed_by, sealed FROM $schema.tokens
  WHERE seq = $1 AND digest = $2 AND expires_at > $schema.at($3)`;
