/** State in memory, or, with the file of a store as its argument, in SQLite, with callers known by their keys. */
import { createMemorySink } from '@recourse/engine/events';
import { serveHttp } from '@recourse/server';
import { createOurServer } from './our-server.mjs';

const openServer = async () => {
  const file = process.argv[2];
  if (file === undefined) return createOurServer(createMemorySink());
  const { createKeyIdentity, openStores } = await import('@recourse/stores');
  const stores = await openStores({ kind: 'sqlite', file });
  return createOurServer(stores.events, { stores, identity: createKeyIdentity(stores.keys) });
};

const { port } = await serveHttp(await openServer(), { port: 0 });
console.log(`READY ${port}`);
