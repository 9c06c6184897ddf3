/** GitHub over stdio with a state that outlives it and short leases. Arguments: file, API, token, settling time. */
import { serveStdio } from '@recourse/server';
import { openStores } from '@recourse/stores';
import { createGitHubServer } from '../dist/server.js';

const [, , file, baseUrl, token, settlesWithinMs] = process.argv;
const stores = await openStores({ kind: 'sqlite', file, leaseMs: 1000 });
const server = createGitHubServer({
  github: { baseUrl, token },
  settlesWithinMs: Number(settlesWithinMs),
  log: () => undefined,
  server: { stores },
});
const serving = await serveStdio(server);
await serving.closed;
await stores.close();
