import { randomBytes } from 'node:crypto';
import type { HeldCall, Tokens } from '@recourse/engine';
import { judgeToken } from '../decisions/judge-token.ts';
import type { TokenRow } from '../decisions/judge-token.ts';
import { digestOfSecret } from '../sealing/digest.ts';
import { readHeldCall, sealHeldCall } from '../sealing/held-call.ts';
import type { SqliteContext } from './context.ts';
import { sealedOf } from './context.ts';
import type { SealedCells } from './context.ts';

export const createSqliteTokens = ({ database, sealer, now, most }: SqliteContext): Tokens => {
  const { connection } = database;
  const find = <Row>(columns: string, token: string): Row | undefined =>
    connection.row<Row>(`SELECT ${columns} FROM tokens WHERE digest = ?`, digestOfSecret(token));

  return {
    holds: sealer !== undefined,
    issue: async ({ prefix, principal, operation, digest, expires_at, reasons, held }) => {
      const token = `${prefix}_${randomBytes(32).toString('base64url')}`;
      const stored = digestOfSecret(token);
      const sealed = held && sealHeldCall(sealer, held, stored);
      await database.write(() => {
        const inserted = connection.row<{ seq: number }>(
          `INSERT INTO tokens
             (digest, principal, operation, arguments_digest, reasons, issued_at, expires_at, sealed_by, sealed)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
          stored,
          principal,
          operation,
          digest,
          JSON.stringify(reasons),
          now(),
          expires_at,
          sealed?.sealed_by ?? null,
          sealed?.sealed ?? null,
        );
        connection.run('DELETE FROM tokens WHERE seq <= ?', (inserted?.seq ?? 0) - most.tokens);
      });
      return token;
    },
    redeem: (request) =>
      database.write(() => {
        const row = find<TokenRow>(tokenColumns, request.token);
        const redemption = judgeToken(row, request, now());
        if (redemption.state === 'redeemed') {
          connection.run('UPDATE tokens SET consumed_at = ? WHERE digest = ?', now(), digestOfSecret(request.token));
        }
        return redemption;
      }),
    held: (token) =>
      database.read((): HeldCall | undefined => {
        const row = find<SealedCells & { expires_at: number }>('expires_at, sealed_by, sealed', token);
        const sealed = row && row.expires_at > now() ? sealedOf(row) : undefined;
        return sealed && readHeldCall(sealer, sealed, digestOfSecret(token));
      }),
  };
};

const tokenColumns = `principal, operation, arguments_digest, expires_at, consumed_at, approved_at, denied_at,
  decided_by, reason`;
