import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { parseArgs } from 'node:util';
import { Refusal } from './answers/refusal.ts';
import { forgeHelp } from './forge-help.ts';
import { createForge, type Forge, type ForgeOptions } from './forge.ts';
import { GitUnusable } from './git/git-program.ts';
import type { LimitPreset } from './limits/limit-settings.ts';
import { SeedProblem } from './seed/plant.ts';
import { sampleSeed, sampleTokens } from './seed/sample.ts';
import type { Seed } from './seed/seed.ts';
import { DataDirectoryBusy } from './state/database.ts';

/** Where the command writes to, and what stops it. */
export interface ForgeIo {
  out(text: string): void;
  err(text: string): void;
  readonly cwd: string;
  /** Called with an error that keeps the forge from starting; returns the exit code. Without it, the error is printed. */
  readonly fail?: (error: Error) => number;
  /** Stops the forge; without it, SIGINT and SIGTERM do. */
  readonly signal?: AbortSignal;
}

const usage = 2;

/** A wrong command line. */
class ForgeUsageError extends Error {
  override readonly name = 'ForgeUsageError';
}

/** The \`recourse forge\` command. Resolves with the exit code when the forge has stopped. */
export async function runForge(argv: readonly string[], io: ForgeIo): Promise<number> {
  try {
    const values = parse(argv);
    if (values.help) {
      io.out(`${forgeHelp}\n`);
      return 0;
    }
    const limits = presetNamed(values.limits ?? 'primary');
    const port = portOf(values.port ?? '8930');
    const tls = await tlsOf(values['tls-cert'], values['tls-key'], io);
    const begin = await beginning(values, io);
    const forge = await createForge({
      port,
      limits,
      control: values.control ?? false,
      onError: (error, id) =>
        io.err(`${id} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
      ...(values.temporary ? {} : { dataDirectory: path.resolve(io.cwd, values.data ?? '.recourse/forge') }),
      ...(begin ? { seed: begin.seed } : {}),
      ...(tls ? { tls } : {}),
    });
    const stopping = stopped(io.signal);
    announce(forge, begin, io);
    await stopping;
    await forge.close();
    return 0;
  } catch (error) {
    return explain(error, io);
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        sample: { type: 'boolean' },
        seed: { type: 'string' },
        git: { type: 'string' },
        data: { type: 'string' },
        temporary: { type: 'boolean' },
        port: { type: 'string' },
        limits: { type: 'string' },
        control: { type: 'boolean' },
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new ForgeUsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

interface Beginning {
  readonly seed: Seed;
  /** Lines that tell how to get in. */
  readonly keys: readonly string[];
}

async function beginning(
  values: { readonly sample?: boolean; readonly seed?: string; readonly git?: string },
  io: ForgeIo,
): Promise<Beginning | undefined> {
  if (values.sample)
    return {
      seed: sampleSeed,
      keys: Object.entries(sampleTokens).map(([login, token]) => `token for ${login}: ${token}`),
    };
  if (values.seed !== undefined) {
    return { seed: parseSeed(await readFile(path.resolve(io.cwd, values.seed), 'utf8')), keys: [] };
  }
  if (values.git === undefined) return undefined;
  const git = path.resolve(io.cwd, values.git);
  const name =
    path.basename(path.basename(git) === '.git' ? path.dirname(git) : git).replace(/\.git$/, '') || 'repository';
  const token = `forge-${randomBytes(18).toString('base64url')}`;
  return {
    seed: { users: [{ login: 'forge', tokens: [{ token }] }], repositories: [{ owner: 'forge', name, git }] },
    keys: [`repository: forge/${name}`, `token for forge: ${token}`],
  };
}

function parseSeed(text: string): Seed {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {
    // Told below, with the same sentence.
  }
  throw new SeedProblem('The seed is not a JSON object.');
}

function announce(forge: Forge, begin: Beginning | undefined, io: ForgeIo): void {
  io.out(`The forge is listening at ${forge.url}\n`);
  io.out(`  git clone ${forge.url}/<owner>/<repository>.git\n`);
  if (begin && !forge.planted) io.err('The data directory is not new, so the seed was not applied.\n');
  for (const line of forge.planted ? (begin?.keys ?? []) : []) io.out(`  ${line}\n`);
  const { finishedMerges, droppedMerges, staleLocks } = forge.reconciled;
  if (finishedMerges + droppedMerges + staleLocks > 0)
    io.out(
      `  recovered from an unclean shutdown: ${finishedMerges} merges finished, ${droppedMerges} dropped, ${staleLocks} locks removed\n`,
    );
  if (forge.controlKey !== undefined) io.out(`  control: ${forge.url}/_forge/ with x-forge-key: ${forge.controlKey}\n`);
}

function explain(error: unknown, io: ForgeIo): number {
  const known =
    error instanceof GitUnusable ||
    error instanceof DataDirectoryBusy ||
    error instanceof SeedProblem ||
    error instanceof Refusal ||
    error instanceof ForgeUsageError ||
    (error instanceof Error && 'code' in error);
  if (!known) throw error;
  if (io.fail) return io.fail(error);
  const isUsage = error instanceof ForgeUsageError;
  io.err(`${error.message}\n${isUsage ? 'Try --help.\n' : ''}`);
  return isUsage ? usage : 1;
}

function presetNamed(name: string): LimitPreset {
  if (name === 'github' || name === 'primary' || name === 'none') return name;
  throw new ForgeUsageError(`Unknown value '${name}' for --limits: choose github, primary or none.`);
}

async function tlsOf(
  cert: string | undefined,
  key: string | undefined,
  { cwd }: ForgeIo,
): Promise<ForgeOptions['tls']> {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new ForgeUsageError('--tls-cert and --tls-key must be used together.');
  const [certText, keyText] = await Promise.all([cert, key].map((file) => readFile(path.resolve(cwd, file), 'utf8')));
  const tls = { cert: certText ?? '', key: keyText ?? '' };
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new ForgeUsageError(`${cert} and ${key} are not a PEM certificate and its private key.`, { cause: error });
  }
  return tls;
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new ForgeUsageError(`'${text}' is not a valid port: choose a number from 0 to 65535.`);
}

function stopped(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else if (signal) signal.addEventListener('abort', () => resolve(), { once: true });
    else for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve());
  });
}
