import type { EmbeddedOptions, Executor } from '@recourse/runs';
import { OperatorError, UsageError } from '../errors/operator-error.ts';
import type { ExecutorName } from './worker-options.ts';

/** Creates the executor of a worker. DBOS is loaded only here: most installations do not have it. */
export const createExecutor = async (
  name: ExecutorName,
  options: EmbeddedOptions,
  databaseUrl: string | undefined,
): Promise<Executor> => {
  if (name === 'embedded') return (await import('@recourse/runs')).createEmbeddedExecutor(options);
  if (databaseUrl === undefined) {
    throw new UsageError('--executor dbos needs a PostgreSQL store.', {
      hint: 'Set a database with --store or RECOURSE_DATABASE_URL, or use --executor embedded.',
    });
  }
  const { createDbosExecutor } = await loadDbos();
  return createDbosExecutor({ ...options, url: databaseUrl });
};

const loadDbos = async () => {
  try {
    return await import('@recourse/runs/dbos');
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause;
    throw new OperatorError('MODULE_NOT_FOUND', 'DBOS Transact is not installed.', {
      hint: "Run 'npm install @dbos-inc/dbos-sdk@5', or use --executor embedded.",
      cause,
    });
  }
};
