import type { Failure } from '@recourse/contract';
import { isFailure } from '@recourse/contract';
import type { PluginSession } from '@recourse/stage-plugin';
import { accessFailed, notFound, unsupported } from '../failing.ts';
import { useDatabase } from '../page/databases.ts';
import type { DatabaseAnswer, DatabaseRequest } from '../page/databases.ts';
import { indexedDatabases } from './fields.ts';

/** The codes that every tool of IndexedDB can answer with. */
export const databaseErrors = ['storage.ACCESS_FAILED', 'storage.NOT_FOUND', 'storage.UNSUPPORTED'] as const;

/** Does something in a database and answers with what `show` makes of it, or with a failure. */
export const usingDatabase = async <Answer>(
  session: PluginSession,
  request: DatabaseRequest,
  show: (found: DatabaseAnswer) => Answer | Promise<Answer>,
): Promise<Answer | Failure> => {
  const found = await inDatabase(session, request);
  return isFailure(found) ? found : show(found);
};

const inDatabase = async (session: PluginSession, request: DatabaseRequest): Promise<DatabaseAnswer | Failure> => {
  const outcome = await session.evaluate(useDatabase, { arguments: [request] });
  if ('value' in outcome) return outcome.value;
  if (outcome.problem === 'unsupported') return unsupported(indexedDatabases, outcome);
  if (outcome.problem === 'missing') return notFound(indexedDatabases, outcome);
  return accessFailed(indexedDatabases, outcome);
};
