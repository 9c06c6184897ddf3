import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerEntry } from '@recourse/server';
import { InputError, UsageError } from '../command.ts';
import { didYouMean } from '../terminal/did-you-mean.ts';
import { knownServers } from './servers.ts';
import type { OwnOptions } from './servers.ts';

/** The server of a name, or that of a module: a path says that it is one. */
export const findEntry = async (named: string, cwd: string, options: OwnOptions = {}): Promise<ServerEntry> => {
  const known = knownServers.find(({ name }) => name === named);
  if (known) return known.load(options);
  const file = path.resolve(cwd, named);
  if (!/[./\\]/u.test(named)) {
    const names = knownServers.map(({ name }) => name);
    throw new UsageError(
      `There is no server '${named}'.${didYouMean(named, names)} There are: ${names.join(', ')}; or give the path of a module.`,
    );
  }
  if (!existsSync(file)) throw new InputError(`There is no module '${named}' here.`);
  return entryIn(await load(file, named), named);
};

const load = async (file: string, named: string): Promise<Readonly<Record<string, unknown>>> => {
  try {
    return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new InputError(`'${named}' cannot be loaded: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
};

/** A module may export an entry, or a function that makes a server of the operator's options, as its default. */
const entryIn = (module: Readonly<Record<string, unknown>>, named: string): ServerEntry => {
  const { default: given } = module;
  if (typeof given === 'function') {
    const make = given as (options: object) => unknown;
    return {
      name: named,
      start: async ({ options }) => {
        const server = await make(options);
        if (!isServer(server)) throw new InputError(`The default export of '${named}' makes no server.`);
        return { server };
      },
    };
  }
  if (typeof given === 'object' && given !== null && 'start' in given && typeof given.start === 'function') {
    return given as ServerEntry;
  }
  throw new InputError(
    `'${named}' has no default export to serve: export a function (options) => createServer({ ...options, name, tools }).`,
  );
};

const isServer = (value: unknown): value is Awaited<ReturnType<ServerEntry['start']>>['server'] =>
  typeof value === 'object' && value !== null && 'call' in value && 'listTools' in value;
