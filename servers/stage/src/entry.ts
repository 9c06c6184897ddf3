import type { ServerEntry } from '@recourse/server';
import { StageError } from './failing.ts';
import { loadPlugins } from './plugins/load-plugins.ts';
import type { LoadedPlugin } from './plugins/serving/plugin-host.ts';
import { createStageServer } from './server.ts';
import { readSettings } from './settings.ts';

/** Starts the server for `recourse serve stage`. */
export const stageEntry: ServerEntry = {
  name: 'stage',
  start: async ({ options, environment, cwd }) => {
    const settings = readSettings(environment, cwd);
    const plugins = await plugged(loadPlugins(environment['STAGE_PLUGINS'], cwd));
    const stage = createStageServer({ settings, plugins, cwd, environment, server: options });
    return { server: stage.server, close: () => stage.close() };
  },
};

/** Reports a plugin that cannot be loaded as a setting that the operator has to correct. */
const plugged = async (loading: Promise<readonly LoadedPlugin[]>): Promise<readonly LoadedPlugin[]> => {
  try {
    return await loading;
  } catch (error) {
    if (!(error instanceof StageError)) throw error;
    const { code, message, hint } = error.failure;
    throw new TypeError(`${code}: ${message}. ${hint}`, { cause: error });
  }
};
