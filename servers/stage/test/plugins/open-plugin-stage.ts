import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { linkClient } from '@recourse/testkit';
import { loadPlugins } from '../../src/plugins/load-plugins.ts';
import { createStageServer } from '../../src/server.ts';
import { readSettings } from '../../src/settings.ts';
import { createCodeCheck } from '../../src/testing/code-check.ts';
import type { Envelope } from '../../src/testing/linked-stage.ts';

const repository = path.resolve(import.meta.dirname, '../../../..');

/** A plugin of the repository by its name, or any other by its folder. */
export interface PluginEntry {
  readonly use: string;
  readonly grant: readonly string[];
  readonly config?: JsonObject;
}

/** A stage with plugins, and the official MCP client in front of it. */
export interface PluginStage {
  /** Calls a tool and returns the envelope. Throws for INTERNAL_ERROR and for a code that the tool does not list. */
  readonly call: <Answer = Envelope>(tool: string, args?: JsonObject) => Promise<Answer>;
  /** The folder that apps may lie in, and whose `.recourse` holds the files of plugins. */
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** Starts a stage whose plugins run from their builds, as those of an operator do. */
export const openPluginStage = async (
  plugins: readonly PluginEntry[],
  { environment = process.env, appRoots = [] }: OpenOptions = {},
): Promise<PluginStage> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'stage-plugin-'));
  const variables = {
    ...environment,
    STAGE_CHROMIUM_ARGUMENTS: '--no-sandbox --disable-gpu --disable-dev-shm-usage --site-per-process',
    STAGE_APP_ROOTS: [folder, ...appRoots].join(path.delimiter),
  };
  const entries = plugins.map(({ use, ...entry }) => ({
    ...entry,
    use: path.isAbsolute(use) ? use : path.join(repository, 'plugins', use),
  }));
  await writeFile(path.join(folder, 'plugins.json'), JSON.stringify(entries));
  const loaded = await loadPlugins('plugins.json', folder);
  const settings = readSettings(variables, folder);
  const stage = createStageServer({ settings, environment: variables, plugins: loaded, cwd: folder });
  const linked = await linkClient(stage.server);
  const check = await createCodeCheck(stage.server);
  return {
    folder,
    call: async <Answer>(tool: string, args: JsonObject = {}) => {
      const { structuredContent } = await linked.callTool(tool, args);
      check(tool, structuredContent);
      return structuredContent as Answer;
    },
    close: async () => {
      await stage.close();
      await linked.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};

interface OpenOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly appRoots?: readonly string[];
}
