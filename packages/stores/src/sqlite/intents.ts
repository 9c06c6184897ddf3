import { intentOf, statedAsApplied } from '../decisions/intent-of.ts';
import type { IntentRow } from '../decisions/intent-of.ts';
import { mostListedIntents } from '../ports/intents.ts';
import type { Intent, Intents } from '../ports/intents.ts';
import { sealOutcome } from '../sealing/stored-outcome.ts';
import { claimSelection, createSqliteClaims } from './claims.ts';
import type { SqliteContext } from './context.ts';

/** The calls of one file whose effect is not known. */
export const createSqliteIntents = ({ database, sealer, now }: SqliteContext): Intents => {
  const { connection } = database;
  const claims = createSqliteClaims(connection, now);
  const rowOf = (id: string): IntentRow | undefined =>
    connection.row<IntentRow>(`${claimSelection} r.seq = ?`, Number(id));
  const read = (row: IntentRow | undefined): Intent | undefined => row && intentOf(row, now());
  return {
    list: () =>
      database.read(() =>
        connection
          .rows<IntentRow>(`${claimSelection} ${unsettled}`, mostListedIntents)
          .flatMap((row) => read(row) ?? []),
      ),
    find: (id) => database.read(() => read(rowOf(id))),
    resolve: (id, effect) =>
      database.write(() => {
        const row = rowOf(id);
        const intent = read(row);
        if (!row || !intent) return row ? 'settled' : 'unknown';
        if (intent.state === 'in_flight') return 'in_flight';
        if (effect === 'applied') {
          const outcome = statedAsApplied(intent);
          claims.settle(row.seq, outcome, sealOutcome(sealer, outcome, id));
        } else {
          claims.remove(row.seq);
          connection.run('UPDATE tokens SET consumed_at = NULL, claim = NULL WHERE claim = ?', row.seq);
        }
        return 'resolved';
      }),
  };
};

const unsettled = `r.settled_at IS NULL OR r.effect = 'unknown' ORDER BY r.seq LIMIT ?`;
