import { keyVariable, parseKeys } from '../sealing/installation-key.ts';
import { createPassingSealer, createSealer } from '../sealing/sealer.ts';
import { databaseVariable, defaultBounds, defaultSweepEveryMs } from '../settings/store-settings.ts';
import type { Environment, PostgresSettings } from '../settings/store-settings.ts';
import type { Stores } from '../stores.ts';
import { createSweeper } from '../sweeping/create-sweeper.ts';
import { createPostgresApprovals } from './approvals.ts';
import type { PostgresContext } from './context.ts';
import { openDatabase } from './database.ts';
import { createPostgresEvents } from './events.ts';
import { createPostgresKeys } from './keys.ts';
import { createPostgresQuotas } from './quotas.ts';
import { createPostgresReplays } from './replays.ts';
import { postgresSweeps } from './sweep.ts';
import { createPostgresTokens } from './tokens.ts';
import { createPostgresUsage } from './usage.ts';

/** Opens the state of many machines. The key comes from the environment: all of them must have the same. */
export const openPostgres = async (
  settings: Omit<PostgresSettings, 'kind'> = {},
  environment: Environment = process.env,
): Promise<Stores> => {
  const { now = () => null, sweepEveryMs = defaultSweepEveryMs, most } = settings;
  const url = settings.url ?? environment[databaseVariable];
  if (url === undefined || url === '') throw new Error(`The store needs a url, or ${databaseVariable}`);
  const text = settings.key ?? environment[keyVariable];
  const sealer = text === undefined || text === '' ? undefined : createSealer(parseKeys(text, keyVariable));
  const database = await openDatabase(url, settings);
  const context: PostgresContext = {
    database,
    sealer,
    tokenSealer: sealer ?? createPassingSealer(),
    now,
    most: { ...defaultBounds, ...most },
  };
  const sweeper = createSweeper(postgresSweeps(context), sweepEveryMs);
  return {
    kind: 'postgres',
    tokens: createPostgresTokens(context),
    quotas: createPostgresQuotas(context),
    replays: createPostgresReplays(context),
    events: createPostgresEvents(context),
    keys: createPostgresKeys(context),
    approvals: createPostgresApprovals(context),
    usage: createPostgresUsage(context),
    sweep: sweeper.sweep,
    close: async () => {
      await sweeper.stop();
      await database.close();
    },
  };
};
