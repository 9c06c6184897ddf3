import { keyVariable, parseKeys, readKeyFile } from '../sealing/installation-key.ts';
import type { InstallationKeys } from '../sealing/installation-key.ts';
import { createSealer } from '../sealing/sealer.ts';
import { defaultBounds, defaultFile, defaultSweepEveryMs } from '../settings/store-settings.ts';
import type { Environment, SqliteSettings } from '../settings/store-settings.ts';
import type { Stores } from '../stores.ts';
import { createSweeper } from '../sweeping/create-sweeper.ts';
import { createSqliteApprovals } from './approvals.ts';
import type { SqliteContext } from './context.ts';
import { openDatabase } from './database.ts';
import { createSqliteEvents } from './events.ts';
import { createSqliteKeys } from './keys.ts';
import { createSqliteQuotas } from './quotas.ts';
import { createSqliteReplays } from './replays.ts';
import { sqliteSweeps } from './sweep.ts';
import { createSqliteTokens } from './tokens.ts';
import { createSqliteUsage } from './usage.ts';

/** Opens the state of one machine: one file, with its key beside it. */
export const openSqlite = async (
  settings: Omit<SqliteSettings, 'kind'> = {},
  environment: Environment = process.env,
): Promise<Stores> => {
  const { now = Date.now, sweepEveryMs = defaultSweepEveryMs, most } = settings;
  const database = await openDatabase(settings);
  try {
    const sealer = createSealer(keysOf(settings, environment));
    const context: SqliteContext = { database, sealer, now, most: { ...defaultBounds, ...most } };
    const sweeper = createSweeper(sqliteSweeps(context), sweepEveryMs);
    return {
      kind: 'sqlite',
      tokens: createSqliteTokens(context),
      quotas: createSqliteQuotas(context),
      replays: createSqliteReplays(context),
      events: createSqliteEvents(context),
      keys: createSqliteKeys(context),
      approvals: createSqliteApprovals(context),
      usage: createSqliteUsage(context),
      sweep: sweeper.sweep,
      close: async () => {
        await sweeper.stop();
        // What was asked for before is decided before.
        await database.write(() => undefined).catch(() => undefined);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
};

const keysOf = (settings: Omit<SqliteSettings, 'kind'>, environment: Environment): InstallationKeys => {
  const { key, file = defaultFile } = settings;
  if (key !== undefined) return parseKeys(key, 'The key of the store');
  const given = environment[keyVariable];
  return given === undefined || given === '' ? readKeyFile(`${file}.key`) : parseKeys(given, keyVariable);
};
