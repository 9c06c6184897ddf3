import type { ServerEntry, ServerSetting } from '@recourse/server';
import type { Stores } from '@recourse/stores';
import { createEnvironment } from './create-environment.ts';
import { openLaunchRuns } from './open-launch.ts';
import { launchPipelineName } from './pipeline.ts';
import { createLaunchServer } from './server.ts';
import { readSettings } from './settings.ts';

/** The setting of a server that keeps runs: `recourse serve` passes the operator's stores as well. */
interface LaunchSetting extends ServerSetting {
  readonly stores?: Stores;
}

/** Starts the server for `recourse serve launch`. Its process works on runs, those of other processes included. */
export const launchEntry: ServerEntry = {
  name: 'launch',
  start: async ({ options, stores, environment, cwd, notify }: LaunchSetting) => {
    const runs = openLaunchRuns({ stores, environment, cwd, notify });
    const settings = readSettings(environment);
    const { repositories } = createEnvironment(settings, cwd);
    const sources = { repositories, ...(settings.site !== undefined && { site: settings.site }) };
    const launch = await createLaunchServer({
      runs,
      pipeline: launchPipelineName,
      overseers: settings.overseers,
      server: options,
      sources,
    });
    await runs.work();
    return {
      server: launch.server,
      close: async () => {
        await launch.close();
        await runs.close();
      },
    };
  },
};
