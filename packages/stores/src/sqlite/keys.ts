import type { Principal } from '@recourse/engine';
import { drawKey } from '../identity/draw-key.ts';
import { keyRecordOf, principalOf } from '../identity/key-row.ts';
import type { KeyRow } from '../identity/key-row.ts';
import type { Keys } from '../ports/keys.ts';
import { digestOfSecret } from '../sealing/digest.ts';
import type { SqliteContext } from './context.ts';

/**
 * How long a key that was found is not looked for again. Calls that come together mostly come with the same key, and
 * looking it up costs as much as all else that is read for a call. So long another process may still let a key in
 * that was revoked here.
 */
const memoryMs = 5;

export const createSqliteKeys = ({ database, now }: SqliteContext): Keys => {
  const { connection } = database;
  const found = new Map<string, Principal>();
  let foundAt = 0;

  const recall = (key: string): Principal | undefined => {
    if (performance.now() - foundAt > memoryMs) found.clear();
    return found.get(key);
  };

  const look = (key: string): Promise<Principal | undefined> =>
    database.read(() => {
      const row = connection.row<Pick<KeyRow, 'principal' | 'trust' | 'tools'>>(search, digestOfSecret(key));
      if (!row) return undefined;
      const principal = principalOf(row);
      if (found.size === 0) foundAt = performance.now();
      found.set(key, principal);
      return principal;
    });

  return {
    create: async (request) => {
      const created = drawKey(request, now());
      const { id, principal, trust, tools, created_at } = created.record;
      await database.write(() =>
        connection.run(
          'INSERT INTO keys (id, digest, principal, trust, tools, created_at) VALUES (?, ?, ?, ?, ?, ?)',
          id,
          digestOfSecret(created.key),
          principal,
          trust,
          tools ? JSON.stringify(tools) : null,
          created_at,
        ),
      );
      return created;
    },
    list: () => database.read(() => connection.rows<KeyRow>('SELECT * FROM keys ORDER BY seq').map(keyRecordOf)),
    revoke: async (id) => {
      const sql = 'UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL';
      const changed = await database.write(() => connection.run(sql, now(), id));
      found.clear();
      return changed > 0;
    },
    find: (key) => {
      const known = recall(key);
      return known ? Promise.resolve(known) : look(key);
    },
  };
};

const search = 'SELECT principal, trust, tools FROM keys WHERE digest = ? AND revoked_at IS NULL';
