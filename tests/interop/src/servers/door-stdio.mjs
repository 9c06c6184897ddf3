import { serveStdio } from '@recourse/server';
import { createTickets } from './tickets.mjs';

const [, , dialect = 'recourse'] = process.argv;
await serveStdio(createTickets(/** @type {import('@recourse/contract').DialectName} */ (dialect)));
