import path from 'node:path';
import type { ServerEntry } from '@recourse/server';
import { aqlEntry } from './entry.ts';
import { isGood, loadAdapter } from './reload/load-adapter.ts';

/** The variable that names the adapter file. */
export const adapterVariable = 'MCP_AQL_ADAPTER';

/** Starts the server of the adapter file that the environment names, for programs that pass no arguments. */
export const adapterFileEntry: ServerEntry = {
  name: 'aql',
  start: async (setting) => {
    const named = setting.environment[adapterVariable];
    if (!named) throw new TypeError(`${adapterVariable} must be set to the path of an adapter file.`);
    const loaded = await loadAdapter(path.resolve(setting.cwd, named));
    if (!isGood(loaded))
      throw new TypeError(`'${named}' cannot be served. Run 'recourse aql check ${named}' to see why.`);
    return aqlEntry(loaded).start(setting);
  },
};
