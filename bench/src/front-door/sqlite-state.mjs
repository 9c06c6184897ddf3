import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A fresh SQLite store with one key in it, for one server; the key lives as long as its folder. */
export const createSqliteState = async () => {
  const { openStores } = await import('@recourse/stores');
  const folder = await mkdtemp(path.join(tmpdir(), 'recourse-bench-'));
  const file = path.join(folder, 'state.db');
  const stores = await openStores({ kind: 'sqlite', file });
  const { key } = await stores.keys.create({ principal: 'bench', trust: 'validated' });
  await stores.close();
  return {
    file,
    headers: { authorization: `Bearer ${key}` },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
