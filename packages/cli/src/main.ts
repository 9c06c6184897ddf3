#!/usr/bin/env node
import { processIo } from './process-io.ts';
import { runRecourse } from './recourse.ts';

// Not process.exit: what is still on its way into a pipe would be lost.
process.exitCode = await runRecourse(process.argv.slice(2), processIo());
