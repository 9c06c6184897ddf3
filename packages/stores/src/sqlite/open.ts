import { createSealer, createSeals } from '@recourse/engine/sealing';
import { createAttestor } from '../evidence/attestor.ts';
import { keysOfFile } from '../sealing/file-keys.ts';
import {
  defaultAdmissionMs,
  defaultBounds,
  defaultFile,
  defaultLeaseMs,
  defaultSweepEveryMs,
} from '../settings/store-settings.ts';
import type { Environment, SqliteSettings } from '../settings/store-settings.ts';
import type { Stores } from '../stores.ts';
import { createSweeper } from '../sweeping/create-sweeper.ts';
import { AdmissionLimit } from '../limiting/admission-limit.ts';
import { createSqliteAdmissions } from './admissions.ts';
import { createSqliteApprovals } from './approvals.ts';
import { createSqliteCells } from './cells.ts';
import type { SqliteContext } from './context.ts';
import { openDatabase } from './database.ts';
import { createSqliteEvents } from './events.ts';
import { createSqliteIntents } from './intents.ts';
import { createSqliteKeys } from './keys.ts';
import { createSqliteOwner } from './owner.ts';
import { createSqliteRuns } from './runs.ts';
import { createSqliteSignals } from './signals.ts';
import { startSealing } from './start-sealing.ts';
import { sqliteSweeps } from './sweep.ts';
import { createSqliteTasks } from './tasks.ts';
import { createSqliteTokens } from './tokens.ts';
import { createSqliteUsage } from './usage.ts';

/** Opens the state of one machine: one file, with its key beside it. */
export const openSqlite = async (
  settings: Omit<SqliteSettings, 'kind'> = {},
  environment: Environment = process.env,
): Promise<Stores> => {
  const {
    file = defaultFile,
    now = Date.now,
    leaseMs = defaultLeaseMs,
    sweepEveryMs = defaultSweepEveryMs,
    admissionMs = defaultAdmissionMs,
    most,
  } = settings;
  const database = await openDatabase(settings);
  try {
    const owner = createSqliteOwner({ database, file, now, leaseMs, renewal: settings.now ? 'off' : 'thread' });
    const keys = keysOfFile({ file: defaultFile, ...settings }, environment);
    const attestor = settings.signs === false ? undefined : createAttestor(keys);
    const context: SqliteContext = {
      database,
      sealer: createSealer(keys),
      attestor,
      now,
      most: { ...defaultBounds, ...most },
    };
    if (attestor) await startSealing(context, attestor);
    const signals = createSqliteSignals(context);
    const sweeper = createSweeper(sqliteSweeps(context), sweepEveryMs);
    return {
      kind: 'sqlite',
      spansMachines: false,
      tokens: createSqliteTokens(context),
      admissions: createSqliteAdmissions(context, owner, new AdmissionLimit(admissionMs)),
      seals: createSeals(context.sealer),
      signals,
      cells: createSqliteCells(context),
      tasks: createSqliteTasks(context, owner),
      events: createSqliteEvents(context),
      keys: createSqliteKeys(context),
      approvals: createSqliteApprovals(context),
      usage: createSqliteUsage(context),
      intents: createSqliteIntents(context),
      runs: createSqliteRuns(context, owner),
      sweep: sweeper.sweep,
      close: async () => {
        signals.close();
        await sweeper.stop();
        await owner.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
};
