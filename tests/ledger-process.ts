import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dialClient, spawnClient } from '@recourse/testkit';
import type { DialOptions, Linked } from '@recourse/testkit';

const fixture = path.join(import.meta.dirname, 'fixtures', 'ledger-server.mjs');
const env = { PATH: process.env['PATH'] ?? '' };

export const wires = [
  { wire: 'stdio', protocol: 'session' },
  { wire: 'stdio', protocol: '2026-07-28' },
  { wire: 'HTTP', protocol: 'session' },
  { wire: 'HTTP', protocol: '2026-07-28' },
] as const;
export type Wire = (typeof wires)[number];

/** A folder with a ledger, and processes that serve it. */
export interface LedgerProcess {
  readonly folder: string;
  /** Starts a process over stdio, or over HTTP where none runs, and connects the official client to it. */
  connect(options?: DialOptions): Promise<Linked['client']>;
  /** Where it is served over HTTP; it is started where it is not. */
  url(): Promise<string>;
  /** The time on the clock of the server, which clients can share. */
  now(): number;
  /** Moves that clock on, and waits until a process that died over HTTP is there again. */
  sleep(ms: number): Promise<void>;
  /** Triggers a moment or a fault once. */
  provoke(name: string): void;
  /** The effects, one line each. */
  lines(): readonly string[];
  close(): Promise<void>;
}

export const openLedger = ({ wire, protocol }: Wire): LedgerProcess => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-ledger-'));
  const closing: (() => Promise<unknown>)[] = [];
  const supervised = wire === 'HTTP' ? supervise(folder) : undefined;
  let offset = 0;
  return {
    folder,
    connect: async (options = {}) => {
      const linked = supervised
        ? await dialClient(await supervised.url(), { ...options, protocol })
        : await spawnClient({ args: [fixture], cwd: folder, env, ...options, protocol });
      closing.push(linked.close);
      return linked.client;
    },
    url: async () => {
      if (!supervised) throw new Error('It is not served over HTTP');
      return supervised.url();
    },
    now: () => Date.now() + offset,
    sleep: async (ms) => {
      offset += ms;
      writeFileSync(path.join(folder, 'offset.txt'), String(offset));
      await supervised?.url();
    },
    provoke: (name) => writeFileSync(path.join(folder, name), ''),
    lines: () => {
      const file = path.join(folder, 'ledger.txt');
      return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    },
    close: async () => {
      for (const close of closing) await close();
      await supervised?.close();
      rmSync(folder, { recursive: true });
    },
  };
};

/** As a service manager does: a process that dies is started again, at the same address. */
const supervise = (cwd: string) => {
  let running: { readonly child: ChildProcess; readonly url: string } | undefined;
  let starting: Promise<string> | undefined;
  const start = async (): Promise<string> => {
    const port = running ? new URL(running.url).port : '0';
    const child = spawn(process.execPath, [fixture, port], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
      child.once('exit', () => reject(new Error('The ledger did not start')));
    });
    running = { child, url };
    return url;
  };
  const isUp = (): boolean => running?.child.exitCode === null && running.child.signalCode === null;
  return {
    url: async (): Promise<string> => {
      if (running && isUp()) return running.url;
      starting ??= start().finally(() => {
        starting = undefined;
      });
      return starting;
    },
    close: async (): Promise<void> => {
      if (!running || !isUp()) return;
      running.child.kill('SIGKILL');
      await once(running.child, 'exit');
    },
  };
};
