import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { serveHttp } from '@recourse/server';
import { openOperator } from '@recourse/stores/configured';
import { dialClient, spawnClient } from '@recourse/testkit';
import type { Linked } from '@recourse/testkit';
import { vi } from 'vitest';
import { launchEntry } from '../../src/entry.ts';
import type { World } from './world.ts';

const main = path.resolve(import.meta.dirname, '..', '..', '..', '..', 'packages', 'cli', 'dist', 'main.js');
const elicit = () => ({ action: 'accept' as const, content: { confirm: true } });

interface Picture {
  readonly linked: Linked;
  readonly run_id: string;
  close(): Promise<void>;
}

/** A server of a world, and the official client at the end of a wire to it. */
export interface Connected {
  readonly linked: Linked;
  /** Opens a server with a run that has made a picture, over the same wire. */
  readonly openPicture: (world: World) => Promise<Picture>;
  close(): Promise<void>;
}

/** Starts `recourse serve launch --stdio` as a process of its own. */
const overStdio = async ({ cwd, environment }: World): Promise<Connected> => {
  const linked = await spawnClient({ args: [main, 'serve', 'launch', '--stdio'], cwd, env: environment, elicit });
  return { linked, openPicture: pictureOverStdio, close: () => linked.close() };
};

/** Serves the same entry on a port of loopback, with Streamable HTTP. */
const overHttp = async ({ cwd, environment }: World): Promise<Connected> => {
  const operator = await openOperator({ environment, cwd });
  const { options, stores } = operator;
  const setting = { options, stores, environment, cwd, notify: () => undefined };
  const { server, close } = await launchEntry.start(setting);
  const serving = await serveHttp(server, { port: 0 });
  const linked = await dialClient(serving.url, { elicit });
  return {
    linked,
    openPicture: pictureOverHttp,
    close: async () => {
      await linked.close();
      await serving.close({ now: true });
      await close?.();
      await operator.close();
    },
  };
};

const pictureServer = path.join(import.meta.dirname, 'picture-server.mjs');

const pictureOverStdio = async ({ cwd, environment }: World): Promise<Picture> => {
  const linked = await spawnClient({ args: [pictureServer], cwd, env: environment });
  const idOf = (): string => linked.stderr().split('\n')[1] ?? '';
  await vi.waitUntil(() => idOf() !== '', { timeout: 60_000 });
  return { linked, run_id: idOf(), close: () => linked.close() };
};

const pictureOverHttp = async ({ cwd, environment }: World): Promise<Picture> => {
  const child = spawn(process.execPath, [pictureServer, 'http'], {
    cwd,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines = createInterface(child.stderr)[Symbol.asyncIterator]();
  const url = String((await lines.next()).value);
  const run_id = String((await lines.next()).value);
  const linked = await dialClient(url);
  return {
    linked,
    run_id,
    close: async () => {
      await linked.close();
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
};

export const wires = [
  ['stdio', overStdio],
  ['HTTP', overHttp],
] as const;
