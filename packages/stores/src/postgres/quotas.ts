import { randomUUID } from 'node:crypto';
import type { Quotas, Reservation, ReservationRequest } from '@recourse/engine';
import { createWindowNames, judgeReservation } from '../decisions/judge-reservation.ts';
import type { WindowState } from '../decisions/judge-reservation.ts';
import type { PostgresContext } from './context.ts';
import { withoutNul } from './context.ts';

type Reserved = WindowState & { readonly decided_at: number; readonly ids: readonly string[] };

/** A call that waits until the reservations before it are decided. */
interface Waiting {
  readonly request: ReservationRequest;
  readonly resolve: (reservation: Reservation) => void;
  readonly reject: (error: unknown) => void;
}

const mostAtOnce = 100;

/**
 * Reservations of one window follow each other, because each locks its row until it is committed. Those that come
 * while one is under way are the next one together.
 */
export const createPostgresQuotas = ({ database, now }: PostgresContext): Quotas => {
  const nameOf = createWindowNames();
  const queues = new Map<string, Waiting[]>();

  const decide = async (name: string, calls: readonly [Waiting, ...Waiting[]]): Promise<void> => {
    const [{ request }] = calls;
    const [row] = await database.rows<Reserved>('reserve', reservation, [
      ...cellsOf(name, request),
      request.rule.stop ?? null,
      calls.length,
      now(),
    ]);
    if (!row) throw new Error('The store has answered nothing');
    for (const [index, call] of calls.entries()) call.resolve(judge(call.request, row, index));
  };

  const work = async (name: string, queue: Waiting[]): Promise<void> => {
    for (let [first] = queue; first; [first] = queue) {
      const { stop } = first.request.rule;
      const end = queue.findIndex(({ request }) => request.rule.stop !== stop);
      const [, ...others] = queue.splice(0, Math.min(end === -1 ? queue.length : end, mostAtOnce));
      const calls = [first, ...others] as const;
      await decide(name, calls).catch((error: unknown) => {
        for (const { reject } of calls) reject(error);
      });
    }
    queues.delete(name);
  };

  return {
    reserve: (request) =>
      new Promise((resolve, reject) => {
        const name = nameOf(request);
        const waiting = { request, resolve, reject };
        const queue = queues.get(name);
        if (queue) {
          queue.push(waiting);
          return;
        }
        const opened = [waiting];
        queues.set(name, opened);
        // What comes in the same turn of the event loop comes along.
        setImmediate(() => void work(name, opened));
      }),
    giveBack: async (id) => {
      if (/^\d+$/.test(id)) await database.rows('give_back', 'SELECT $schema.give_back($1)', [id]);
    },
    grant: async (request) => {
      const cells = [...cellsOf(nameOf(request), request), now()];
      await database.rows('grant', 'SELECT $schema.grant_pause($1, $2, $3, $4, $5, $6, $7)', cells);
    },
  };
};

const reservation = 'SELECT * FROM $schema.reserve($1, $2, $3, $4, $5, $6, $7, $8, $9)';

/** How the quota stands for one of the calls that were reserved together, in their order. */
const judge = ({ rule }: ReservationRequest, row: Reserved, index: number): Reservation => {
  const { decided_at, ids, granted_until } = row;
  const before = Math.min(index, ids.length);
  const oldest = row.oldest ?? (before > 0 ? decided_at : null);
  const judged = judgeReservation(rule, { counted: row.counted + before, oldest, granted_until }, decided_at);
  return { id: ids[index] ?? `stopped ${randomUUID()}`, ...judged };
};

const cellsOf = (name: string, request: ReservationRequest) => [
  name,
  ...[request.principal, request.operation, request.rule.metric, request.key].map(withoutNul),
  request.rule.windowMs,
];
