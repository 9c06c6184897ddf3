import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@recourse/contract';
import { dialClient, spawnClient } from '@recourse/testkit';
import type { Linked } from '@recourse/testkit';
import { expect } from 'vitest';
import type { Wire } from './world.ts';

/** The command as it is built. */
const command = fileURLToPath(new URL('../../../../packages/cli/dist/main.js', import.meta.url));

export const doors = ['stdio', 'http'] as const;
export type DoorKind = (typeof doors)[number];

/** A folder as an operator has it: adapter files, and what is decided about them. */
export interface Desk {
  readonly folder: string;
  /** Writes or replaces the file of an adapter. */
  write(name: string, text: string): void;
  remove(): void;
}

export const openDesk = (configuration: JsonObject = {}): Desk => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-aql-'));
  writeFileSync(path.join(folder, 'recourse.config.json'), JSON.stringify(configuration));
  return {
    folder,
    write: (name, text) => writeFileSync(path.join(folder, `${name}.md`), text),
    remove: () => rmSync(folder, { recursive: true }),
  };
};

/** `recourse serve aql` as a process of its own, and the official client in front of it. */
export interface Served {
  /** Calls a tool of an adapter, and returns the envelope. */
  ask(adapter: string, tool: string, args: JsonObject): Promise<Wire>;
  /** The client of an adapter itself. */
  client(adapter: string): Linked['client'];
  close(): Promise<void>;
}

/** Serves adapters of a desk: over HTTP all in one process, over stdio each in its own. */
export const serveDesk = async (
  kind: DoorKind,
  { folder }: Desk,
  adapters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Served> => {
  const open = kind === 'stdio' ? openStdio : openHttp;
  const { clients, close } = await open(folder, adapters, environment);
  const find = (adapter: string): Linked => {
    const client = clients.get(adapter);
    if (!client) throw new Error(`'${adapter}' is not served`);
    return client;
  };
  return {
    client: (adapter) => find(adapter).client,
    ask: async (adapter, tool, args) => {
      const result = await find(adapter).callTool(tool, args);
      const envelope = result.structuredContent as Wire;
      expect(result.isError ?? false).toBe(envelope.success !== true);
      const [first] = result.content;
      if (!envelope.success) expect(first?.type === 'text' && JSON.parse(first.text)).toEqual(envelope);
      return envelope;
    },
    close,
  };
};

interface Opened {
  readonly clients: ReadonlyMap<string, Linked>;
  close(): Promise<void>;
}

const openStdio = async (
  cwd: string,
  adapters: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Opened> => {
  const clients = new Map(
    await Promise.all(
      adapters.map(async (name) => {
        const args = [command, 'serve', 'aql', '--adapter', `${name}.md`, '--stdio'];
        return [name, await spawnClient({ args, cwd, env })] as const;
      }),
    ),
  );
  return {
    clients,
    close: async () => {
      for (const client of clients.values()) await client.close();
    },
  };
};

const openHttp = async (
  cwd: string,
  adapters: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Opened> => {
  const files = adapters.flatMap((name) => ['--adapter', `${name}.md`]);
  const child = spawn(process.execPath, [command, 'serve', 'aql', ...files, '--http', '0'], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /Serving on (\S+),/u.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(said)));
  });
  const clients = new Map<string, Linked>();
  for (const name of adapters) clients.set(name, await dialClient(new URL(`/${name}/mcp`, url).href));
  return {
    clients,
    close: async () => {
      for (const client of clients.values()) await client.close();
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
};
