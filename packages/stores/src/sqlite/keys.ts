import { drawKey } from '../identity/draw-key.ts';
import { keyRecordOf, principalOf } from '../identity/key-row.ts';
import type { KeyRow } from '../identity/key-row.ts';
import { rememberKeys } from '../identity/remember-keys.ts';
import type { Keys } from '../ports/keys.ts';
import { digestOfSecret } from '../sealing/digest.ts';
import type { SqliteContext } from './context.ts';

export const createSqliteKeys = ({ database, now }: SqliteContext): Keys => {
  const { connection } = database;
  const { find, forget } = rememberKeys((key) =>
    database.read(() => {
      const row = connection.row<Pick<KeyRow, 'principal' | 'trust' | 'tools' | 'role'>>(search, digestOfSecret(key));
      return row && principalOf(row);
    }),
  );

  return {
    create: async (request) => {
      const created = drawKey(request, now());
      const { id, principal, trust, tools, role, created_at } = created.record;
      await database.write(() =>
        connection.run(
          'INSERT INTO keys (id, digest, principal, trust, tools, role, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
          id,
          digestOfSecret(created.key),
          principal,
          trust,
          tools ? JSON.stringify(tools) : null,
          role ?? null,
          created_at,
        ),
      );
      return created;
    },
    list: () => database.read(() => connection.rows<KeyRow>('SELECT * FROM keys ORDER BY seq').map(keyRecordOf)),
    revoke: async (id) => {
      const sql = 'UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL';
      const changed = await database.write(() => connection.run(sql, now(), id));
      forget();
      return changed > 0;
    },
    find,
  };
};

const search = 'SELECT principal, trust, tools, role FROM keys WHERE digest = ? AND revoked_at IS NULL';
