import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Clock } from './clock.ts';
import { Mergeability } from './domain/mergeability.ts';
import { reconcile, type Reconciled } from './domain/reconcile.ts';
import { Faults } from './faults/faults.ts';
import { KeyedGate } from './git/gate.ts';
import { findGit } from './git/git-program.ts';
import { limitPresets, type LimitPreset, type LimitSettings } from './limits/limit-settings.ts';
import { Limits } from './limits/limits.ts';
import { plant } from './seed/plant.ts';
import type { Seed } from './seed/seed.ts';
import { createForgeServer, type TlsOptions } from './server.ts';
import { State } from './state/state.ts';
import { GitRepositories, type World } from './world.ts';

export interface ForgeOptions {
  /** Where everything is kept. Without it, in a temporary directory that goes with the forge. */
  readonly dataDirectory?: string;
  /** On loopback. Without it, a free one. */
  readonly port?: number;
  /** Planted when the data directory is new. */
  readonly seed?: Seed;
  readonly limits?: LimitPreset | LimitSettings;
  /** Opens the control endpoint; a string is its key. */
  readonly control?: boolean | string;
  readonly maxBodyBytes?: number;
  /** Answers over HTTPS, as clients of an enterprise server such as `gh` require. */
  readonly tls?: TlsOptions;
  readonly now?: () => number;
  /** Hears of errors that are the forge's own, with the id that the client saw. */
  readonly onError?: (error: unknown, requestId: string) => void;
}

export interface Forge {
  readonly url: string;
  readonly dataDirectory: string;
  /** For the `x-forge-key` header, when the control endpoint is open. */
  readonly controlKey: string | undefined;
  /** Whether the seed was planted at this start. */
  readonly planted: boolean;
  readonly reconciled: Reconciled;
  /** Stops answering, lets git finish, and removes a temporary directory. */
  close(): Promise<void>;
}

const defaultMaxBodyBytes = 40 * 1024 * 1024;

/** Starts a forge on loopback. */
export async function createForge(options: ForgeOptions = {}): Promise<Forge> {
  const { httpBackend } = await findGit();
  const temporary = options.dataDirectory === undefined;
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(path.join(tmpdir(), 'recourse-forge-')));
  await mkdir(dataDirectory, { recursive: true });
  let url = '';
  const state = await openState(dataDirectory);
  const root = path.join(dataDirectory, 'repositories');
  await mkdir(root, { recursive: true });
  const limits = options.limits ?? 'primary';
  const world: World = {
    state,
    gits: new GitRepositories(root),
    clock: new Clock(options.now),
    limits: new Limits(typeof limits === 'string' ? limitPresets[limits] : limits),
    mergeability: new Mergeability(),
    merging: new KeyedGate(),
    following: new KeyedGate(),
    url: () => url,
  };
  const dispose = async (): Promise<void> => {
    await world.mergeability.idle();
    world.gits.closeAll();
    state.close();
    if (temporary) await rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const reconciled = await reconcile(world);
    const planted = options.seed !== undefined && state.users.count({}) === 0;
    if (planted) await plantWhole(world, dataDirectory, options.seed);
    const controlKey = options.control === true ? randomBytes(24).toString('base64url') : options.control || undefined;
    const server = createForgeServer({
      world,
      faults: new Faults(),
      httpBackend,
      controlKey,
      maxBodyBytes: options.maxBodyBytes ?? defaultMaxBodyBytes,
      tls: options.tls,
      onError: options.onError ?? (() => {}),
    });
    server.listen(options.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    url = `${options.tls ? 'https' : 'http'}://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const close = async (): Promise<void> => {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const force = setTimeout(() => server.closeAllConnections(), 2000);
      await closed;
      clearTimeout(force);
      await dispose();
    };
    return { url, dataDirectory, controlKey, planted, reconciled, close };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Exists in the data directory while a seed is planted. If a start finds it, the last one was interrupted. */
const plantingMark = 'planting';

/** Opens the database, which locks out other processes, and starts over if a seed was only half planted. */
async function openState(dataDirectory: string): Promise<State> {
  const file = path.join(dataDirectory, 'forge.db');
  const state = new State(file);
  const unfinished = await access(path.join(dataDirectory, plantingMark)).then(
    () => true,
    () => false,
  );
  if (!unfinished) return state;
  state.close();
  for (const name of ['repositories', 'forge.db', 'forge.db-wal', 'forge.db-shm', plantingMark])
    await rm(path.join(dataDirectory, name), { recursive: true, force: true });
  return new State(file);
}

async function plantWhole(world: World, dataDirectory: string, seed: Seed | undefined): Promise<void> {
  const mark = path.join(dataDirectory, plantingMark);
  await writeFile(mark, '');
  await plant(world, seed);
  await rm(mark);
}
