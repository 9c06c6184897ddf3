import type { Asked, AskRequest, Tokens } from '@recourse/engine';
import { judgeEarlier } from '../decisions/judge-earlier.ts';
import { judgeToken } from '../decisions/judge-token.ts';
import type { TokenRow } from '../decisions/judge-token.ts';
import { parseToken, renderToken } from '../decisions/token-text.ts';
import { drawToken } from '../sealing/draw-token.ts';
import type { DrawnToken } from '../sealing/draw-token.ts';
import { readCall } from '../sealing/sealed-call.ts';
import type { SealedCells, SqliteContext } from './context.ts';
import { sealedOf } from './context.ts';

type Row = TokenRow & SealedCells;

export const createSqliteTokens = ({ database, sealer, now, most }: SqliteContext): Tokens => {
  const { connection } = database;
  const find = (token: string): Row | undefined => {
    const place = parseToken(token);
    return (
      place &&
      connection.row<Row>(`SELECT ${columns} FROM tokens WHERE seq = ? AND digest = ?`, place.seq, place.digest)
    );
  };

  const consume = ({ seq }: TokenRow): { readonly state: 'redeemed' } => {
    connection.run('UPDATE tokens SET consumed_at = ?, found_by_call = 0 WHERE seq = ?', now(), seq);
    return { state: 'redeemed' };
  };

  const ask = (request: AskRequest, drawn: DrawnToken): Asked => {
    const { principal, operation, digest, shared } = request;
    const earlier = judgeEarlier(connection.rows<Row>(sameCall, digest, principal, operation, now()));
    if (earlier.state === 'approved') return consume(earlier.row);
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
      sealed?.sealed_by ?? null,
      sealed?.sealed ?? null,
    );
    connection.run('DELETE FROM tokens WHERE seq <= ?', seq - most.tokens);
    return answer(secret, { seq, expires_at: request.expires_at });
  };

  return {
    holds: true,
    ask: (request) => {
      // Drawn and sealed before the lock is taken, for nobody else to wait for it.
      const drawn = drawToken(sealer, request);
      return database.write(() => ask(request, drawn));
    },
    redeem: (request) =>
      database.write(() => {
        const row = find(request.token);
        const redemption = judgeToken(row, request, now());
        return row && redemption.state === 'redeemed' ? consume(row) : redemption;
      }),
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
  decided_by, reason, sealed_by, sealed`;

/** Decisions first: of what waits, the oldest are enough. */
const sameCall = `SELECT ${columns} FROM tokens
  WHERE found_by_call = 1 AND arguments_digest = ? AND principal = ? AND operation = ? AND expires_at > ?
  ORDER BY approved_at IS NULL, denied_at IS NULL, seq LIMIT 10`;

const insertion = `INSERT INTO tokens
  (digest, principal, operation, arguments_digest, reasons, issued_at, expires_at, found_by_call, sealed_by, sealed)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
