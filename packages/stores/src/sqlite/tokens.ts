import type { Facts } from '@recourse/engine';
import type { Asked, AskRequest, Tokens } from '@recourse/engine/store-ports';
import { judgeEarlier } from '../decisions/judge-earlier.ts';
import type { TokenRow } from '../decisions/judge-token.ts';
import { renderToken } from '../decisions/token-text.ts';
import { drawToken } from '../sealing/draw-token.ts';
import type { DrawnToken } from '../sealing/draw-token.ts';
import { readCall } from '../sealing/sealed-call.ts';
import { createSqliteConfirmations } from './confirmations.ts';
import type { SealedCells, SqliteContext } from './context.ts';
import { sealedOf } from './context.ts';

type SealedRow = SealedCells & Pick<TokenRow, 'digest'>;

/** The confirmation tokens of one file. */
export const createSqliteTokens = (context: SqliteContext): Tokens => {
  const { database, sealer, now, most } = context;
  const { connection } = database;
  const { find, ofSameCall } = createSqliteConfirmations(context);

  const ask = (request: AskRequest, drawn: DrawnToken): Asked => {
    const earlier = judgeEarlier(ofSameCall(request.digest, request.principal, request.operation));
    if (earlier.state === 'approved') return { state: 'approved' };
    if (earlier.state === 'denied') return earlier;
    for (const row of request.shared ? earlier.rows : []) {
      const { secret } = readCall(sealer, sealedOf(row), row.digest);
      if (secret !== undefined) return answer(request, secret, row);
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
      request.call_digest ?? null,
      JSON.stringify(request.reasons),
      now(),
      request.expires_at,
      request.shared ? 1 : 0,
      request.shared ? 1 : 0,
      sealed?.sealed_by ?? null,
      sealed?.sealed ?? null,
    );
    connection.run('DELETE FROM tokens WHERE seq <= ?', seq - most.tokens);
    return answer(request, secret, { seq, expires_at: request.expires_at });
  };

  const answer = (request: AskRequest, secret: string, row: Pick<TokenRow, 'seq' | 'expires_at'>): Asked => {
    const { seq, expires_at } = row;
    const earlier = earlierFacts(request, seq);
    return { state: 'asked', token: renderToken(secret, seq), expires_at, ...(earlier && { earlier }) };
  };

  const earlierFacts = ({ call_digest, digest, principal, operation }: AskRequest, seq: number): Facts | undefined => {
    if (call_digest === undefined) return undefined;
    const row = connection.row<SealedRow>(earlierQuestion, call_digest, principal, operation, seq, digest, now());
    return row && readCall(sealer, sealedOf(row), row.digest).held?.shown;
  };

  return {
    transaction: database,
    holds: true,
    ask: (request) => {
      // Drawn and sealed before the lock is taken, so that no other writer waits for it.
      const drawn = drawToken(sealer, request);
      return database.write(() => ask(request, drawn));
    },
    held: (token) =>
      database.read(() => {
        const row = find(token);
        return row && row.expires_at > now() ? readCall(sealer, sealedOf(row), row.digest).held : undefined;
      }),
    expiryOf: (token) => database.read(() => find(token)?.expires_at),
  };
};

const insertion = `INSERT INTO tokens
  (digest, principal, operation, arguments_digest, call_digest, reasons, issued_at, expires_at, found_by_call, shared,
    sealed_by, sealed)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** The last question about the same call with other facts. */
export const earlierQuestion = `SELECT digest, sealed_by, sealed FROM tokens
  WHERE found_by_call = 1 AND call_digest = ? AND principal = ? AND operation = ? AND seq < ?
    AND arguments_digest <> ? AND expires_at > ?
  ORDER BY seq DESC LIMIT 1`;
