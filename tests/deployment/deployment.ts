import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase } from '../../packages/stores/src/testing/create-database.ts';
import { startProxy } from './proxy.ts';
import type { Proxy } from './proxy.ts';

const program = path.join(import.meta.dirname, 'server.mjs');

/** One process of a deployment. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Ends it with a signal, and returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Several processes on one store behind a round-robin proxy. */
export interface Deployment {
  readonly proxy: Proxy;
  readonly processes: readonly ServerProcess[];
  /** The environment of the processes, for commands that work on the same store. */
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Starts another process and sends requests to it too. */
  start(): Promise<ServerProcess>;
  /** Sends no further requests to a process, and ends it: once its requests are answered, or at once with a signal. */
  retire(one: ServerProcess, signal?: NodeJS.Signals): Promise<number | null>;
  /** The lines that the tools of all processes have written. */
  ledger(): readonly string[];
  close(): Promise<void>;
}

export interface DeploymentOptions {
  readonly size: number;
  readonly store: 'postgres' | 'sqlite';
  /** The operator's configuration. */
  readonly configuration?: object;
}

/** Starts a deployment; undefined if PostgreSQL cannot run. */
export const deploy = async ({
  size,
  store,
  configuration = {},
}: DeploymentOptions): Promise<Deployment | undefined> => {
  const database = store === 'postgres' ? await createDatabase() : undefined;
  if (store === 'postgres' && !database) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-deployment-'));
  const file = path.join(folder, 'ledger.txt');
  writeFileSync(
    path.join(folder, 'recourse.config.json'),
    JSON.stringify({ ...configuration, store: { kind: store } }),
  );
  const environment = {
    PATH: process.env['PATH'] ?? '',
    RECOURSE_KEY: 'cd'.repeat(32),
    ...(database && { RECOURSE_DATABASE_URL: database.url }),
  };
  const proxy = await startProxy();
  const processes: ServerProcess[] = [];
  const route = (): void => proxy.route(processes.map(({ url }) => url));
  const start = async (): Promise<ServerProcess> => {
    const started = await startServer(folder, file, environment);
    processes.push(started);
    route();
    return started;
  };
  const retire: Deployment['retire'] = async (one, signal) => {
    processes.splice(processes.indexOf(one), 1);
    route();
    if (signal === undefined) await proxy.drained(one.url);
    return one.stop(signal);
  };
  await Promise.all(Array.from({ length: size }, start));
  return {
    proxy,
    processes,
    environment,
    folder,
    start,
    retire,
    ledger: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []),
    close: async () => {
      for (const one of processes.splice(0)) await one.stop('SIGKILL');
      await proxy.close();
      await database?.remove();
      rmSync(folder, { recursive: true });
    },
  };
};

const startServer = async (
  cwd: string,
  ledger: string,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, [program, ledger], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('exit', () => reject(new Error('The server did not start')));
  });
  return {
    url,
    pid: child.pid ?? 0,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
};
