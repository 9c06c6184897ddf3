/** GitHub over stdio on a given store and clock. Arguments: store settings, API, token, file with the clock's offset. */
import { readFileSync } from 'node:fs';
import { serveStdio } from '@recourse/server';
import { openStores } from '@recourse/stores';
import { createGitHubServer } from '../dist/server.js';

const [, , settings, baseUrl, token, offsetFile] = process.argv;
const stores = await openStores(JSON.parse(settings));
const now = () => Date.now() + Number(readFileSync(offsetFile, 'utf8'));
const server = createGitHubServer({ github: { baseUrl, token, now }, log: () => undefined, server: { stores } });
const serving = await serveStdio(server);
await serving.closed;
await stores.close();
