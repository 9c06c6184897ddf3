import { existsSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import type { Configuration } from '@recourse/engine/configuration';
import type { Stores, StoreSettings } from '@recourse/stores';
import type { LocatedStores, StoreLocation } from '@recourse/stores/configured';
import type { Io } from '../command.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { shownPath } from '../registries/read-json.ts';
import type { StateChoice } from './state-options.ts';

/** The state of the servers of a working directory. */
export interface State {
  readonly stores: Stores;
  readonly configuration: Configuration;
  readonly location: StoreLocation;
  /** The clock of the command. */
  readonly now: () => number;
}

export interface OpenStateOptions {
  /** Creates the store if there is none; commands that only read do not. */
  readonly create?: boolean;
}

/** Finds the place of the state, as servers do. */
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
  const state = await openState(io, choice, options);
  try {
    return await run(state);
  } finally {
    await state.stores.close();
  }
};

/** The place of a store that other processes can open. */
export interface FoundState extends Omit<LocatedStores, 'settings'> {
  readonly settings: Exclude<StoreSettings, { readonly kind: 'memory' }>;
}

/** Finds the store. Throws if it is missing, foreign or of another version, and leaves it unchanged. */
export const findState = async (
  io: Io,
  choice: StateChoice,
  { create = false }: OpenStateOptions = {},
): Promise<FoundState> => {
  const { findStore } = await import('@recourse/stores/configured');
  const { settings, ...located } = await locate(io, choice);
  const { location } = located;
  if (settings.kind === 'memory') throw inMemory();
  const found = await findStore(settings);
  if (found.state === 'foreign') throw foreign(location, io);
  if (found.state === 'missing' && !create) throw missing(location, io);
  if (found.state === 'present' && found.version < found.current) throw outdated(location, found, io);
  return { ...located, settings };
};

/** Opens the state. Throws for a store that is missing, foreign or of another version, and leaves it unchanged. */
export const openState = async (io: Io, choice: StateChoice, options: OpenStateOptions = {}): Promise<State> => {
  const { openStores } = await import('@recourse/stores');
  const { configuration, settings, location } = await findState(io, choice, options);
  const own = { ...settings, ...(io.now && { now: io.now }), sweepEveryMs: 0 };
  const stores = await openStores(options.create ? own : withoutNewKey(own, io), io.environment);
  return { stores, configuration, location, now: io.now ?? Date.now };
};

/**
 * A server without a key creates one at its first start. A command that only reads must not: if the server gets its
 * key from the environment, a key file beside the store would mislead the next one. With a random key, the command
 * reads nothing that is sealed, and signs nothing.
 */
const withoutNewKey = <Settings extends StoreSettings>(settings: Settings, { environment }: Io): Settings => {
  if (settings.kind !== 'sqlite' || existsSync(`${settings.file}.key`)) return settings;
  const isGiven = environment['RECOURSE_KEY'] !== undefined && environment['RECOURSE_KEY'] !== '';
  return isGiven ? settings : { ...settings, key: randomBytes(32).toString('base64'), signs: false };
};

/** A place as the operator would write it. */
export const shownPlace = ({ kind, place, schema }: StoreLocation, { cwd }: Pick<Io, 'cwd'>): string =>
  kind === 'sqlite' ? shownPath(place, cwd) : schema === undefined ? place : `${place}, schema ${schema}`;

/** The error for a store that no command can look into. */
export const inMemory = (): OperatorError =>
  new OperatorError('STORE_IN_MEMORY', 'The store is in memory only, so no command can read it.');

const missing = (location: StoreLocation, io: Io): OperatorError =>
  new OperatorError('STORE_NOT_FOUND', `There is no store at ${shownPlace(location, io)} yet.`);

/** The error for a database of another program. */
export const foreign = (location: StoreLocation, io: Io): OperatorError =>
  new OperatorError('STORE_FOREIGN', `${shownPlace(location, io)} belongs to another program.`);

const outdated = (location: StoreLocation, found: { version: number; current: number }, io: Io): OperatorError =>
  new OperatorError(
    'STORE_OUTDATED',
    `The store at ${shownPlace(location, io)} has version ${found.version}, but this program needs ${found.current}.`,
  );
