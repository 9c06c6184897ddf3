import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dialectNames } from '@recourse/contract/dialects';
import { serveHttp } from '@recourse/server';
import { createKeyIdentity, openStores } from '@recourse/stores';
import { createTickets } from './tickets.mjs';

/** @typedef {import('@recourse/contract').DialectName} DialectName */

/** Serves every dialect over HTTP, to any caller on this machine. State is kept in memory. */
export const startDoor = async () => {
  const serving = await serveHttp(
    dialectNames.map((dialect) => createTickets(dialect)),
    { port: 0 },
  );
  return {
    endpoint: (/** @type {DialectName} */ dialect) => ({ url: urlOf(serving, dialect) }),
    close: () => serving.close(),
  };
};

/** The same, but only for callers with a key. State is kept in SQLite. */
export const startDoorWithKey = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recourse-interop-'));
  const stores = await openStores({ kind: 'sqlite', file: path.join(folder, 'state.db') });
  const { key } = await stores.keys.create({ principal: 'ann', trust: 'validated' });
  const options = { identity: createKeyIdentity(stores.keys, { identify: () => undefined }), stores };
  const serving = await serveHttp(
    dialectNames.map((dialect) => createTickets(dialect, options)),
    { port: 0 },
  );
  return {
    endpoint: (/** @type {DialectName} */ dialect) => ({
      url: urlOf(serving, dialect),
      headers: { authorization: `Bearer ${key}` },
    }),
    close: async () => {
      await serving.close();
      await stores.close();
      await rm(folder, { recursive: true });
    },
  };
};

/**
 * @param {import('@recourse/server').HttpServing} serving
 * @param {DialectName} dialect
 */
const urlOf = ({ port }, dialect) => new URL(`http://127.0.0.1:${port}/${dialect}/mcp`);
