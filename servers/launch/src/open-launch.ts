import { createRuns, runStoreOf } from '@recourse/runs';
import type { Runs } from '@recourse/runs';
import type { Stores } from '@recourse/stores';
import { createEnvironment } from './create-environment.ts';
import { createLaunchPipeline } from './pipeline.ts';
import { readSettings } from './settings.ts';

export interface OpenLaunchOptions {
  /** Stores that outlive the process. */
  readonly stores: Stores | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Prints a line for the operator. */
  readonly notify: (line: string) => void;
}

/** Opens the launches of a working directory. `runs.work()` makes this process work on them. */
export const openLaunchRuns = ({ stores, environment, cwd, notify }: OpenLaunchOptions): Runs => {
  if (!stores || stores.kind === 'memory') {
    throw new TypeError(
      'Launches need a persistent store: SQLite or PostgreSQL, not memory. Remove "stores" from the configuration, or pass --store.',
    );
  }
  runStoreOf(stores);
  const settings = readSettings(environment);
  if (!settings.github.token && !settings.commitService) {
    notify('GITHUB_TOKEN is not set: runs can be prepared and validated, but launch_open_pr will fail.');
  }
  return createRuns({
    stores,
    ...(settings.telemetry && { telemetry: settings.telemetry }),
    pipelines: [createLaunchPipeline(createEnvironment(settings, cwd))],
    onError: (error, run_id) => {
      const reason = error instanceof Error ? error.message : String(error);
      notify(`launch: ${run_id === undefined ? '' : `run ${run_id}: `}${reason}`);
    },
  });
};
