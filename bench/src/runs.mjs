import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureLongRun, measureManyRuns } from './runs/measure-reads.mjs';
import { measurePostgresSteps, measureSqliteSteps } from './runs/measure-steps.mjs';
import { startPostgres } from './stores-postgres.mjs';

/** Measures a durable step, and reading many runs and long runs. @type {(options: import('./report.mjs').Options) => Promise<import('./report.mjs').Report>} */
export const measureRuns = async ({ quick }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recourse-bench-'));
  const postgres = await startPostgres();
  try {
    const parts = [
      await measureSqliteSteps(folder, quick),
      ...(postgres ? [await measurePostgresSteps(postgres.url, quick)] : []),
      await measureManyRuns(folder, quick),
      await measureLongRun(folder, quick),
    ];
    return {
      tables: parts.map(({ table }) => table),
      targets: parts.flatMap(({ targets }) => targets),
      notes: postgres ? [] : ['there is no PostgreSQL for this machine'],
    };
  } finally {
    await postgres?.remove();
    await rm(folder, { recursive: true, force: true });
  }
};
