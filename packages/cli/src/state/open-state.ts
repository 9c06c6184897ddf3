import { existsSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import type { Configuration } from '@recourse/engine/configuration';
import type { Stores, StoreSettings } from '@recourse/stores';
import type { LocatedStores, StoreLocation } from '@recourse/stores/configured';
import { InputError } from '../command.ts';
import type { Io } from '../command.ts';
import { shownPath } from '../registries/read-json.ts';
import { explainFailure } from './explain-failure.ts';
import type { StateChoice } from './state-options.ts';

/** The state of the servers of a working directory, as a command works with it. */
export interface State {
  readonly stores: Stores;
  readonly configuration: Configuration;
  readonly location: StoreLocation;
  /** By the clock of the command. */
  readonly now: () => number;
}

export interface OpenStateOptions {
  /** Makes the store where there is none; a command that only looks makes nothing. */
  readonly create?: boolean;
}

/** There is no store yet. */
export class MissingStoreError extends InputError {}

/** Says where the state is, in the way that servers do it. */
export const locate = async (io: Io, { config, store }: StateChoice): Promise<LocatedStores> => {
  const { locateStores } = await import('@recourse/stores/configured');
  return locateStores({
    cwd: io.cwd,
    environment: io.environment,
    ...(config !== undefined && { configurationFile: config }),
    ...(store !== undefined && { store }),
  });
};

/** Opens the state, runs a command on it and closes it again, whatever happens. */
export const withState = async <Result>(
  io: Io,
  choice: StateChoice,
  run: (state: State) => Promise<Result>,
  options: OpenStateOptions = {},
): Promise<Result> => {
  try {
    const state = await openState(io, choice, options);
    try {
      return await run(state);
    } finally {
      await state.stores.close();
    }
  } catch (error) {
    throw explainFailure(error);
  }
};

/** Opens the state. A store that is missing, of somebody else or of another version is refused and left alone. */
export const openState = async (
  io: Io,
  choice: StateChoice,
  { create = false }: OpenStateOptions = {},
): Promise<State> => {
  const { findStore } = await import('@recourse/stores/configured');
  const { openStores } = await import('@recourse/stores');
  const { configuration, settings, location } = await locate(io, choice);
  if (settings.kind === 'memory') throw new InputError(inMemory);
  const found = await findStore(settings);
  if (found.state === 'foreign') throw new InputError(foreign(location, io));
  if (found.state === 'missing' && !create) throw new MissingStoreError(missing(location, io));
  if (found.state === 'present' && found.version < found.current) throw new InputError(outdated(location, found, io));
  const own = { ...settings, ...(io.now && { now: io.now }), sweepEveryMs: 0 };
  const stores = await openStores(create ? own : withoutNewKey(own, io), io.environment);
  return { stores, configuration, location, now: io.now ?? Date.now };
};

/**
 * A server without a key makes one at its first start. A command that looks must not: where the server has its key
 * from the environment, a key file beside it would mislead the next one. With a key of its own it just reads nothing.
 */
const withoutNewKey = <Settings extends StoreSettings>(settings: Settings, { environment }: Io): Settings => {
  if (settings.kind !== 'sqlite' || existsSync(`${settings.file}.key`)) return settings;
  const isGiven = environment['RECOURSE_KEY'] !== undefined && environment['RECOURSE_KEY'] !== '';
  return isGiven ? settings : { ...settings, key: randomBytes(32).toString('base64') };
};

/** A place as the person at the terminal would write it. */
export const shownPlace = ({ kind, place, schema }: StoreLocation, { cwd }: Pick<Io, 'cwd'>): string =>
  kind === 'sqlite' ? shownPath(place, cwd) : schema === undefined ? place : `${place}, schema ${schema}`;

export const inMemory = `The configuration keeps state in the memory of the server, where no command can look.
Choose another store: "store": { "kind": "sqlite" } in recourse.config.json.`;

const missing = (location: StoreLocation, io: Io): string => `There is no store in ${shownPlace(location, io)} yet.
It comes to be when a server starts here, or with 'recourse store migrate'.`;

export const foreign = (location: StoreLocation, io: Io): string =>
  `${shownPlace(location, io)} is the database of another program. Choose another place for the store.`;

const outdated = (location: StoreLocation, found: { version: number; current: number }, io: Io): string =>
  `The store in ${shownPlace(location, io)} has version ${found.version}, and this program needs ${found.current}.
Stop servers of older versions, then run 'recourse store migrate'.`;
