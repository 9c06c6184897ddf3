import { createMemorySink } from '@recourse/engine/events';
import { serveStdio } from '@recourse/server';
import { createOurServer } from './our-server.mjs';

await serveStdio(createOurServer(createMemorySink()));
