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
    if (plugins.length > 0) process.on('SIGUSR1', ignoreSignal);
    const stage = createStageServer({ settings, plugins, cwd, environment, server: options });
    const close = async (): Promise<void> => {
      await stage.close();
      process.off('SIGUSR1', ignoreSignal);
    };
    return { server: stage.server, close };
  },
};

/** Node opens a debugger on this signal, and Node 20 stops neither the signal nor the connection of a plugin to it. */
const ignoreSignal = (): void => undefined;

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
