#!/usr/bin/env node
import { closeOnSignals, serveHttp } from '@recourse/server';
import createTicketServer from './server.ts';

const serving = await serveHttp(createTicketServer(), { port: Number(process.env['PORT'] ?? 8788) });
console.error(`my-server at ${serving.url}`);
await closeOnSignals(serving);
