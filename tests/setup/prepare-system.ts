import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../packages/stores/src/testing/start-postgres.ts';

const prepare = path.resolve(import.meta.dirname, '../../scripts/prepare.mjs');

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the PostgreSQL server that all test files share; null if PostgreSQL cannot run. */
    readonly postgresUrl: string | null;
  }
}

/** Builds what child processes run, and starts one PostgreSQL server for the whole run. */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const { status, stderr } = spawnSync(process.execPath, [prepare], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const server = await startPostgres();
  provide('postgresUrl', server?.url ?? null);
  return async () => server?.remove();
};
