import { createPassingSealer, createSealer, createSeals } from '@recourse/engine/sealing';
import { createAttestor } from '../evidence/attestor.ts';
import { keyVariable, parseKeys } from '../sealing/installation-key.ts';
import {
  databaseVariable,
  defaultAdmissionMs,
  defaultBounds,
  defaultLeaseMs,
  defaultSchema,
  defaultStatementMs,
  defaultSweepEveryMs,
} from '../settings/store-settings.ts';
import type { Environment, PostgresSettings } from '../settings/store-settings.ts';
import type { Stores } from '../stores.ts';
import { createSweeper } from '../sweeping/create-sweeper.ts';
import { AdmissionLimit } from '../limiting/admission-limit.ts';
import { createPostgresAdmissions } from './admissions.ts';
import { createPostgresApprovals } from './approvals.ts';
import { createPostgresCells } from './cells.ts';
import { createPostgresChain } from './chain.ts';
import type { PostgresContext } from './context.ts';
import { openDatabase } from './database.ts';
import { createExchange } from './exchange.ts';
import { createPostgresEvents } from './events.ts';
import { createPostgresIntents } from './intents.ts';
import { createPostgresKeys } from './keys.ts';
import { createPostgresOwner } from './owner.ts';
import { createPostgresRuns } from './runs/runs.ts';
import { createPostgresSignals } from './signals.ts';
import { postgresSweeps } from './sweep.ts';
import { createPostgresTasks } from './tasks.ts';
import { createPostgresTokens } from './tokens.ts';
import { createPostgresUsage } from './usage.ts';

/** Opens the state of many machines. The key comes from the environment: all of them must have the same. */
export const openPostgres = async (
  settings: Omit<PostgresSettings, 'kind'> = {},
  environment: Environment = process.env,
): Promise<Stores> => {
  const { now = () => null, leaseMs = defaultLeaseMs, sweepEveryMs = defaultSweepEveryMs, most } = settings;
  const url = settings.url ?? environment[databaseVariable];
  if (url === undefined || url === '') throw new Error(`The store needs a URL: set 'url' or ${databaseVariable}`);
  const text = settings.key ?? environment[keyVariable];
  const keys = text === undefined || text === '' ? undefined : parseKeys(text, keyVariable);
  const sealer = keys && createSealer(keys);
  const database = await openDatabase(url, settings);
  const context: PostgresContext = {
    database,
    sealer,
    attestor: keys && settings.signs !== false ? createAttestor(keys) : undefined,
    tokenSealer: sealer ?? createPassingSealer(),
    now,
    most: { ...defaultBounds, ...most },
  };
  const place = {
    database,
    url,
    schema: settings.schema ?? defaultSchema,
    connectMs: settings.connectMs ?? leaseMs,
  };
  const signals = createPostgresSignals(place);
  const owner = createPostgresOwner({
    ...place,
    now,
    leaseMs,
    renewal: settings.now ? 'off' : 'thread',
  });
  const chain = createPostgresChain(context);
  await chain.start();
  const exchange = createExchange(context, {
    owner,
    limit: new AdmissionLimit(settings.admissionMs ?? defaultAdmissionMs),
    chain,
    statementMs: settings.statementMs ?? defaultStatementMs,
  });
  const sweeper = createSweeper(postgresSweeps(context), sweepEveryMs);
  return {
    kind: 'postgres',
    spansMachines: true,
    tokens: createPostgresTokens(context),
    admissions: createPostgresAdmissions(context, exchange),
    seals: createSeals(context.tokenSealer),
    signals,
    cells: createPostgresCells(context),
    ...(sealer && { tasks: createPostgresTasks(context, sealer, owner) }),
    events: createPostgresEvents(context, chain),
    keys: createPostgresKeys(context),
    approvals: createPostgresApprovals(context, chain),
    usage: createPostgresUsage(context),
    intents: createPostgresIntents(context),
    runs: createPostgresRuns(context, { chain, owner }),
    sweep: sweeper.sweep,
    close: async () => {
      await signals.close();
      await sweeper.stop();
      await exchange.close();
      await owner.close();
      await chain.close();
      await database.close();
    },
  };
};
