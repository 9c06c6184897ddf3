import { randomUUID } from 'node:crypto';
import type { Quotas, ReservationRequest } from '@recourse/engine';
import { judgeReservation, windowName } from '../decisions/judge-reservation.ts';
import type { WindowState } from '../decisions/judge-reservation.ts';
import type { PostgresContext } from './context.ts';
import { withoutNul } from './context.ts';

type Reserved = WindowState & { readonly decided_at: number; readonly id: number | null };

export const createPostgresQuotas = ({ database, now }: PostgresContext): Quotas => ({
  reserve: async (request) => {
    const { rule } = request;
    const [row] = await database.rows<Reserved>(
      'reserve',
      'SELECT * FROM $schema.reserve($1, $2, $3, $4, $5, $6, $7, $8)',
      [...cellsOf(request), rule.stop ?? null, now()],
    );
    if (!row) throw new Error('The store has answered nothing');
    const id = row.id === null ? `stopped ${randomUUID()}` : String(row.id);
    return { id, ...judgeReservation(rule, row, row.decided_at) };
  },
  giveBack: async (id) => {
    if (/^\d+$/.test(id)) await database.rows('give_back', 'SELECT $schema.give_back($1)', [id]);
  },
  grant: async (request) => {
    await database.rows('grant', 'SELECT $schema.grant_pause($1, $2, $3, $4, $5, $6, $7)', [
      ...cellsOf(request),
      now(),
    ]);
  },
});

const cellsOf = (request: ReservationRequest) => [
  windowName(request),
  ...[request.principal, request.operation, request.rule.metric, request.key].map(withoutNul),
  request.rule.windowMs,
];
