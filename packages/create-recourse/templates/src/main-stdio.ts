#!/usr/bin/env node
import { closeOnSignals, serveStdio } from '@recourse/server';
import createTicketServer from './server.ts';

// Over stdio, stdout belongs to the protocol. Log to stderr.
await closeOnSignals(await serveStdio(createTicketServer()));
