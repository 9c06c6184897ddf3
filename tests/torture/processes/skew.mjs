/**
 * Sets the clock of this process and its threads off by the milliseconds in a file, which may change at any time.
 * Loaded before the program.
 */
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

const file = process.env.TORTURE_CLOCK;
const now = Date.now.bind(Date);
const { Worker } = threads;
let offset = 0;
let readAt = -Infinity;

Date.now = () => {
  if (performance.now() - readAt > 20) {
    readAt = performance.now();
    try {
      offset = Number(readFileSync(file, 'utf8'));
    } catch {
      // No file: the clock is right.
      offset = 0;
    }
  }
  return now() + offset;
};

// A thread does not run the programs that its process has loaded before its own.
threads.Worker = class extends Worker {
  constructor(program, options) {
    super(program, { ...options, execArgv: ['--import', import.meta.filename] });
  }
};
syncBuiltinESMExports();
