import type { JsonObject } from '@recourse/contract';
import type { Cells } from '@recourse/engine/sharing';
import type { PostgresContext } from './context.ts';

/** The cells of one schema. */
export const createPostgresCells = ({ database, now }: PostgresContext): Cells => ({
  get: async (name) => {
    const [row] = await database.rows<{ value: JsonObject; version: number }>('cell', selection, [name, now()]);
    return row && { value: row.value, version: row.version };
  },
  set: async (name, { value, version, ttlMs }) => {
    const cells = [name, JSON.stringify(value), version, ttlMs, now()];
    return (await database.rows('cell_set', change, cells)).length > 0;
  },
});

const selection = 'SELECT value, version FROM $schema.cells WHERE name = $1 AND expires_at > $schema.at($2)';

// An expired value counts as none: only a change from version 0 replaces it.
const change = `INSERT INTO $schema.cells AS c (name, value, version, expires_at)
  SELECT $1, $2::jsonb, $3::bigint + 1, at + $4::bigint FROM (SELECT $schema.at($5) AS at OFFSET 0) clock
  WHERE $3::bigint = 0 OR EXISTS (SELECT 1 FROM $schema.cells WHERE name = $1)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = excluded.version, expires_at = excluded.expires_at
  WHERE $3::bigint = CASE WHEN c.expires_at > $schema.at($5) THEN c.version ELSE 0 END
  RETURNING 1`;
