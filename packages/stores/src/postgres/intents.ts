import { intentOf, statedAsApplied } from '../decisions/intent-of.ts';
import type { IntentRow } from '../decisions/intent-of.ts';
import { mostListedIntents } from '../ports/intents.ts';
import type { Intent, Intents } from '../ports/intents.ts';
import { sealOutcome } from '../sealing/stored-outcome.ts';
import type { PostgresContext } from './context.ts';

type Row = IntentRow & { readonly decided_at: number };

/** The calls of one schema whose effect is not known. */
export const createPostgresIntents = ({ database, sealer, now }: PostgresContext): Intents => {
  const rowOf = async (id: string): Promise<Row | undefined> =>
    /^\d{1,15}$/.test(id) ? (await database.rows<Row>('intent', `${selection} r.seq = $2`, [now(), id]))[0] : undefined;
  const read = (row: Row | undefined): Intent | undefined => row && intentOf(row, row.decided_at);
  return {
    list: async () => {
      const rows = await database.rows<Row>('intents', `${selection} ${unsettled}`, [now(), mostListedIntents]);
      return rows.flatMap((row) => read(row) ?? []);
    },
    find: async (id) => read(await rowOf(id)),
    resolve: async (id, effect) => {
      const row = await rowOf(id);
      const intent = read(row);
      if (!row || !intent) return row ? 'settled' : 'unknown';
      if (intent.state === 'in_flight') return 'in_flight';
      const outcome = statedAsApplied(intent);
      const { sealed_by = null, sealed = null } = sealOutcome(sealer, outcome, id) ?? {};
      const cells = [id, effect === 'applied', sealed_by, sealed, row.started_at, row.settled_at, now()];
      const [resolved] = await database.rows<{ resolve: boolean }>('resolve', resolving, cells);
      // Another process settled or claimed it after it was read.
      return resolved?.resolve ? 'resolved' : 'settled';
    },
  };
};

const selection = `SELECT $schema.at($1) AS decided_at, r.*, o.heard_at AS owner_heard_at,
    o.lease_ends AS owner_lease_ends, o.facts AS owner_facts
  FROM $schema.replays r LEFT JOIN $schema.owners o ON o.id = r.owner WHERE`;
const unsettled = `r.settled_at IS NULL OR r.effect = 'unknown' ORDER BY r.seq LIMIT $2`;
const resolving = 'SELECT $schema.resolve($1, $2, $3, $4, $5, $6, $7)';
