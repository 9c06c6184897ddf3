import { drawKey } from '../identity/draw-key.ts';
import { keyRecordOf, principalOf } from '../identity/key-row.ts';
import type { KeyRow } from '../identity/key-row.ts';
import { rememberKeys } from '../identity/remember-keys.ts';
import type { Keys } from '../ports/keys.ts';
import { digestOfSecret } from '../sealing/digest.ts';
import type { PostgresContext } from './context.ts';

export const createPostgresKeys = ({ database, now }: PostgresContext): Keys => {
  const { find, forget } = rememberKeys(async (key) => {
    const [row] = await database.rows<KeyRow>('find_key', search, [digestOfSecret(key)]);
    return row && principalOf(row);
  });
  return {
    create: async (request) => {
      const created = drawKey(request, now() ?? Date.now());
      const { id, principal, trust, tools, role, created_at } = created.record;
      const listed = tools ? JSON.stringify(tools) : null;
      await database.rows('create_key', insertion, [
        id,
        digestOfSecret(created.key),
        principal,
        trust,
        listed,
        role ?? null,
        created_at,
      ]);
      return created;
    },
    list: async () => (await database.rows<KeyRow>('keys', 'SELECT * FROM $schema.keys ORDER BY seq')).map(keyRecordOf),
    revoke: async (id) => {
      const revoked = await database.rows('revoke_key', revocation, [id, now()]);
      forget();
      return revoked.length > 0;
    },
    find,
  };
};

const insertion = `INSERT INTO $schema.keys (id, digest, principal, trust, tools, role, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

const revocation = `UPDATE $schema.keys SET revoked_at = $schema.at($2)
  WHERE id = $1 AND revoked_at IS NULL RETURNING id`;

const search = 'SELECT * FROM $schema.keys WHERE digest = $1 AND revoked_at IS NULL';
