import { mostRestores } from '@recourse/engine';
import type { Asked, AskRequest, Redeemed, Redemption, Superseded, Tokens } from '@recourse/engine';
import { lostSince } from '../decisions/judge-claim.ts';
import { judgeEarlier } from '../decisions/judge-earlier.ts';
import { judgeToken } from '../decisions/judge-token.ts';
import type { JudgedToken, TokenRow } from '../decisions/judge-token.ts';
import { parseToken, renderToken } from '../decisions/token-text.ts';
import type { Owner } from '../owners/create-owner.ts';
import { drawToken } from '../sealing/draw-token.ts';
import type { DrawnToken } from '../sealing/draw-token.ts';
import { readCall } from '../sealing/sealed-call.ts';
import { sealOutcome } from '../sealing/stored-outcome.ts';
import { keptAfterExpiryMs } from '../sweeping/create-sweeper.ts';
import { createSqliteClaims } from './claims.ts';
import type { SealedCells, SqliteContext } from './context.ts';
import { sealedOf } from './context.ts';

type Row = TokenRow & SealedCells & { readonly claim: number | null };
type Consuming = Pick<AskRequest, 'principal' | 'operation' | 'digest' | 'begin'>;
type Consumed = Redeemed | Superseded;

/** The confirmation tokens of one file. A confirmation is used up in the transaction that begins its call. */
export const createSqliteTokens = ({ database, sealer, now, most }: SqliteContext, owner: Owner): Tokens => {
  const { connection } = database;
  const claims = createSqliteClaims(connection, now);
  const find = (token: string): Row | undefined => {
    const place = parseToken(token);
    return (
      place &&
      connection.row<Row>(`SELECT ${columns} FROM tokens WHERE seq = ? AND digest = ?`, place.seq, place.digest)
    );
  };

  const consume = (row: Row, { principal, operation, digest, begin }: Consuming, ownerId: number): Consumed => {
    const claim =
      begin.claim === undefined
        ? claims.insert({
            scope: `confirmation ${row.digest}`,
            principal,
            operation,
            digest,
            retentionMs: keptAfterExpiryMs,
            boundMs: begin.boundMs,
            leaseMs: owner.leaseMs,
            ownerId,
          })
        : Number(begin.claim);
    if (!claims.begin(claim)) return { state: 'superseded' };
    connection.run(
      'UPDATE tokens SET consumed_at = ?, found_by_call = 0, claim = ? WHERE seq = ?',
      now(),
      claim,
      row.seq,
    );
    return { state: 'redeemed', id: `${row.seq}${begin.claim === undefined ? `:${claim}` : ''}` };
  };

  const ask = (request: AskRequest, drawn: DrawnToken, ownerId: number): Asked => {
    const { principal, operation, digest, shared } = request;
    const earlier = judgeEarlier(connection.rows<Row>(sameCall, digest, principal, operation, now()));
    if (earlier.state === 'approved') return consume(earlier.row, request, ownerId);
    if (earlier.state === 'denied') return earlier;
    for (const row of shared ? earlier.rows : []) {
      const { secret } = readCall(sealer, sealedOf(row), row.digest);
      if (secret !== undefined) return answer(secret, row);
    }
    return issue(request, drawn);
  };

  const issue = (request: AskRequest, { secret, digest, sealed }: DrawnToken): Asked => {
    const seq = connection.insert(
      insertion,
      digest,
      request.principal,
      request.operation,
      request.digest,
      JSON.stringify(request.reasons),
      now(),
      request.expires_at,
      request.shared ? 1 : 0,
      request.shared ? 1 : 0,
      sealed?.sealed_by ?? null,
      sealed?.sealed ?? null,
    );
    connection.run('DELETE FROM tokens WHERE seq <= ?', seq - most.tokens);
    return answer(secret, { seq, expires_at: request.expires_at });
  };

  const used = (row: Row, judged: JudgedToken): JudgedToken => {
    const claim = judged.state === 'used' && row.claim !== null ? claims.find(row.claim) : undefined;
    const lost = claim && lostSince(claim, now());
    return judged.state === 'used' && lost ? { ...judged, lost } : judged;
  };

  /** Without an effect the confirmation is found and redeemed again, as it was before its call. */
  const restore = (seq: number): boolean =>
    connection.run(
      `UPDATE tokens SET consumed_at = NULL, claim = NULL, restores = restores + 1,
         found_by_call = (shared = 1 OR approved_at IS NOT NULL)
       WHERE seq = ? AND restores < ? AND expires_at > ?`,
      seq,
      mostRestores,
      now(),
    ) > 0;

  return {
    transaction: database,
    holds: true,
    ask: async (request) => {
      // Drawn and sealed before the lock is taken, so that no other writer waits for it.
      const drawn = drawToken(sealer, request);
      const ownerId = await owner.ready();
      return database.write(() => ask(request, drawn, ownerId));
    },
    redeem: async (request) => {
      const ownerId = await owner.ready();
      return database.write((): Redemption => {
        const row = find(request.token);
        const judged = judgeToken(row, request, now());
        if (!row || judged.state !== 'redeemable') {
          const refused = row ? used(row, judged) : judged;
          return refused.state === 'redeemable' ? { state: 'invalid' } : refused;
        }
        return consume(row, request, ownerId);
      });
    },
    end: (id, outcome) => {
      const [token = '', claim] = id.split(':');
      const hadEffect = outcome.ok || outcome.effect !== 'none';
      const sealed = claim === undefined ? undefined : sealOutcome(sealer, outcome, claim);
      return database.write(() => {
        if (claim !== undefined && hadEffect) claims.settle(Number(claim), outcome, sealed);
        if (claim !== undefined && !hadEffect) claims.remove(Number(claim));
        return !hadEffect && restore(Number(token));
      });
    },
    held: (token) =>
      database.read(() => {
        const row = find(token);
        return row && row.expires_at > now() ? readCall(sealer, sealedOf(row), row.digest).held : undefined;
      }),
  };
};

const answer = (secret: string, { seq, expires_at }: Pick<TokenRow, 'seq' | 'expires_at'>): Asked => ({
  state: 'asked',
  token: renderToken(secret, seq),
  expires_at,
});

const columns = `seq, digest, principal, operation, arguments_digest, expires_at, consumed_at, approved_at, denied_at,
  decided_by, reason, sealed_by, sealed, claim`;

/** Decisions first: of what waits, the oldest are enough. */
const sameCall = `SELECT ${columns} FROM tokens
  WHERE found_by_call = 1 AND arguments_digest = ? AND principal = ? AND operation = ? AND expires_at > ?
  ORDER BY approved_at IS NULL, denied_at IS NULL, seq LIMIT 10`;

const insertion = `INSERT INTO tokens
  (digest, principal, operation, arguments_digest, reasons, issued_at, expires_at, found_by_call, shared,
    sealed_by, sealed)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
