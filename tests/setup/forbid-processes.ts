import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Keeps the unit tests in one process: starting another one fails. Tests that need processes, git or PostgreSQL are
 * called `*.system.test.ts`.
 */
const starters = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const;

for (const name of starters) {
  Object.assign(childProcess, {
    [name]: (program: unknown) => {
      throw new Error(`A unit test started '${String(program)}'. Rename its file to *.system.test.ts.`);
    },
  });
}
syncBuiltinESMExports();
