import { randomUUID } from 'node:crypto';
import { DBOS } from '@dbos-inc/dbos-sdk';

export interface DbosPlace {
  /** The PostgreSQL server on which DBOS keeps its record. */
  readonly url: string;
  /** The schema of DBOS's tables; defaults to `dbos`. */
  readonly schema?: string;
  /** How many connections DBOS may open; defaults to 5. */
  readonly connections?: number;
}

/** One execution of a run by this process. */
interface Job {
  readonly config_hash: string;
  perform(): Promise<void>;
}

/** DBOS records ids, hashes and whether something ended well; results and errors are in the record of the run. */
type Ending = 'ended' | 'stopped' | 'elsewhere';

const jobs = new Map<string, Job>();

/**
 * Executes a job of this process. DBOS calls it again for executions that it finds unfinished; the run of such an
 * execution is claimed again, under a greater fence, so that there is nothing to do here.
 */
const execute = async (config_hash: string): Promise<Ending> => {
  const job = jobs.get(DBOS.workflowID ?? '');
  if (!job) return 'elsewhere';
  if (job.config_hash !== config_hash) throw new Error('The execution was recorded with a different configuration');
  try {
    await job.perform();
    return 'ended';
  } catch {
    return 'stopped';
  }
};

type RunWorkflow = typeof execute;

let workflow: RunWorkflow | undefined;
let launched: { readonly place: string; readonly ready: Promise<void> } | undefined;
let users = 0;
let ending: Promise<void> = Promise.resolve();

/** A launched DBOS, until `release`. There is one in a process: all executors of a process must use the same place. */
export interface LaunchedDbos {
  readonly jobs: Map<string, Job>;
  readonly workflow: RunWorkflow;
  release(): Promise<void>;
}

/** Launches DBOS, or joins the one that this process has launched. */
export const launchDbos = async ({ url, schema = 'dbos', connections = 5 }: DbosPlace): Promise<LaunchedDbos> => {
  await ending;
  const place = JSON.stringify([url, schema]);
  if (launched && launched.place !== place)
    throw new Error('DBOS already uses another database or schema in this process');
  workflow ??= DBOS.registerWorkflow(execute, { name: 'recourse_run' });
  launched ??= { place, ready: launch({ url, schema, connections }) };
  users += 1;
  try {
    await launched.ready;
  } catch (error) {
    await release();
    throw error;
  }
  let isReleased = false;
  return {
    jobs,
    workflow,
    release: async () => {
      if (!isReleased) await release();
      isReleased = true;
    },
  };
};

const launch = async ({ url, schema, connections }: Required<DbosPlace>): Promise<void> => {
  DBOS.setConfig({
    name: 'recourse',
    systemDatabaseUrl: url,
    systemDatabaseSchemaName: schema,
    systemDatabasePoolSize: connections,
    // A process never continues with the executions of another one by itself: the leases of the store decide.
    executorID: randomUUID(),
    applicationVersion: 'recourse',
    // DBOS writes to stdout, which belongs to the protocol. Errors reach the caller.
    logger: { info: quiet, debug: quiet, warn: quiet, error: quiet },
  });
  await DBOS.launch();
};

const release = async (): Promise<void> => {
  users -= 1;
  if (users > 0) return;
  launched = undefined;
  ending = DBOS.shutdown().catch(() => undefined);
  await ending;
};

const quiet = (): void => undefined;
