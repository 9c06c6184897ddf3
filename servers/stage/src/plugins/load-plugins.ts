import path from 'node:path';
import type { Tool } from '@recourse/engine';
import { fail, StageError } from '../failing.ts';
import type { PluginToolbox } from './capabilities/scope.ts';
import { loadPlugin } from './loading/load-plugin.ts';
import { readPluginUses } from './loading/plugin-use.ts';
import { createPluginsTool } from './plugins-tool.ts';
import { PluginHost } from './serving/plugin-host.ts';
import type { LoadedPlugin } from './serving/plugin-host.ts';
import { createPluginTool } from './serving/plugin-tool.ts';

/** The plugins of a server. */
export interface Plugins {
  readonly tools: readonly Tool[];
  close(): Promise<void>;
}

/**
 * Loads the plugins that `STAGE_PLUGINS` names. Throws a StageError with a PLUGIN code if one of them cannot be loaded,
 * and loads none of them then.
 */
export const loadPlugins = async (given: string | undefined, cwd: string): Promise<readonly LoadedPlugin[]> => {
  const uses = await readPluginUses(given, cwd);
  const loaded: LoadedPlugin[] = [];
  for (const use of uses) {
    const plugin = await loadPlugin(use, { cwd, environment: process.env });
    const { name } = plugin.manifest;
    if (loaded.some(({ manifest }) => manifest.name === name)) throw twice(name);
    loaded.push(plugin);
  }
  return loaded;
};

/** Creates the tools of plugins that were loaded. */
export const servePlugins = (loaded: readonly LoadedPlugin[], toolbox: PluginToolbox, cwd: string): Plugins => {
  const hosts = loaded.map((plugin) => {
    const folder = path.join(cwd, '.recourse', 'stage', plugin.manifest.name);
    return { plugin, host: new PluginHost({ plugin, toolbox, folder, environment: toolbox.environment }) };
  });
  const tools = hosts.flatMap(({ plugin, host }) =>
    plugin.manifest.tools.map((row) => createPluginTool(plugin, row, host)),
  );
  return {
    tools: loaded.length > 0 ? [...tools, createPluginsTool(loaded)] : [],
    close: async () => {
      await Promise.all(hosts.map(({ host }) => host.close()));
    },
  };
};

const twice = (plugin: string): StageError =>
  new StageError(fail('PLUGIN_MANIFEST_INVALID', { plugin, reason: 'another plugin already has this name' }));
