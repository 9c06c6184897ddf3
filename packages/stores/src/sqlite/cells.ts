import type { JsonObject } from '@recourse/contract';
import type { Cells } from '@recourse/engine/sharing';
import type { SqliteContext } from './context.ts';

/** The cells of one file. */
export const createSqliteCells = ({ database, now }: SqliteContext): Cells => {
  const { connection } = database;
  return {
    get: (name) =>
      database.read(() => {
        const row = connection.row<{ value: string; version: number }>(selection, name, now());
        return row && { value: JSON.parse(row.value) as JsonObject, version: row.version };
      }),
    set: (name, { value, version, ttlMs }) =>
      database.write(() => {
        const at = now();
        const cells = [name, JSON.stringify(value), version + 1, at + ttlMs, at, version, version] as const;
        return connection.run(change, ...cells) > 0;
      }),
  };
};

const selection = 'SELECT value, version FROM cells WHERE name = ? AND expires_at > ?';

// An expired value counts as none: only a change from version 0 replaces it.
const change = `INSERT INTO cells (name, value, version, expires_at) SELECT ?1, ?2, ?3, ?4
  WHERE ?6 = coalesce((SELECT version FROM cells WHERE name = ?1 AND expires_at > ?5), 0)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = excluded.version, expires_at = excluded.expires_at`;
