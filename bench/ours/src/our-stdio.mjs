import { createMemorySink } from '@recourse/engine';
import { serveStdio } from '@recourse/server';
import { createOurServer } from './our-server.mjs';

await serveStdio(createOurServer(createMemorySink()));
