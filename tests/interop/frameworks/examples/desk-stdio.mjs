import { serveStdio } from '@recourse/server';
import { createDesk } from './desk.mjs';

await serveStdio(createDesk());
