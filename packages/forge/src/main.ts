#!/usr/bin/env node
import { runForge } from './run-forge.ts';

process.exitCode = await runForge(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  cwd: process.cwd(),
});
