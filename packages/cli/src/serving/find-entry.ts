import { pathToFileURL } from 'node:url';
import type { ServerEntry } from '@recourse/server';
import { OperatorError } from '../errors/operator-error.ts';
import { reasonOf } from '../registries/read-json.ts';
import { serverModule } from './server-module.ts';
import { knownServers } from './servers.ts';
import type { OwnOptions } from './servers.ts';

/** Finds a server by name, or loads the module at a path or of an installed package. */
export const findEntry = async (named: string, cwd: string, options: OwnOptions = {}): Promise<ServerEntry> => {
  const known = knownServers.find(({ name }) => name === named);
  if (known) return known.load(options);
  const names = knownServers.map(({ name }) => name);
  const file = serverModule(named, cwd, names);
  return entryIn(await load(file, named), named);
};

const load = async (file: string, named: string): Promise<Readonly<Record<string, unknown>>> => {
  try {
    return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new OperatorError('MODULE_FAILED', `'${named}' cannot be loaded: ${reasonOf(error)}`, { cause: error });
  }
};

/** The default export is an entry, or a function that creates a server from the operator's options. */
const entryIn = (module: Readonly<Record<string, unknown>>, named: string): ServerEntry => {
  const { default: given } = module;
  if (typeof given === 'function') {
    const make = given as (options: object) => unknown;
    return {
      name: named,
      start: async ({ options }) => {
        const server = await made(() => make(options), named);
        if (!isServer(server)) {
          throw new OperatorError('MODULE_INVALID', `The default export of '${named}' returns no server.`, {
            hint: exportAdvice,
          });
        }
        return { server };
      },
    };
  }
  if (typeof given === 'object' && given !== null && 'start' in given && typeof given.start === 'function') {
    return given as ServerEntry;
  }
  throw new OperatorError('MODULE_INVALID', `'${named}' has no default export that can be served.`, {
    hint: exportAdvice,
  });
};

const exportAdvice = 'Export a function as the default export: (options) => createServer({ ...options, name, tools }).';

/** Reports an exception of the module as its own failure, not as a bug of this command. */
const made = async (make: () => unknown, named: string): Promise<unknown> => {
  try {
    return await make();
  } catch (error) {
    throw new OperatorError('MODULE_FAILED', `'${named}' failed to start: ${reasonOf(error)}`, { cause: error });
  }
};

const isServer = (value: unknown): value is Awaited<ReturnType<ServerEntry['start']>>['server'] =>
  typeof value === 'object' && value !== null && 'call' in value && 'listTools' in value;
