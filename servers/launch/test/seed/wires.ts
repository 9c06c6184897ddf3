import path from 'node:path';
import { serveHttp } from '@recourse/server';
import { openOperator } from '@recourse/stores/configured';
import { dialClient, spawnClient } from '@recourse/testkit';
import type { Linked } from '@recourse/testkit';
import { launchEntry } from '../../src/entry.ts';
import type { World } from './world.ts';

const main = path.resolve(import.meta.dirname, '..', '..', '..', '..', 'packages', 'cli', 'dist', 'main.js');
const elicit = () => ({ action: 'accept' as const, content: { confirm: true } });

/** A server of a world, and the official client at the end of a wire to it. */
export interface Connected {
  readonly linked: Linked;
  close(): Promise<void>;
}

/** Starts `recourse serve launch --stdio` as a process of its own. */
const overStdio = async ({ cwd, environment }: World): Promise<Connected> => {
  const linked = await spawnClient({ args: [main, 'serve', 'launch', '--stdio'], cwd, env: environment, elicit });
  return { linked, close: () => linked.close() };
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
    close: async () => {
      await linked.close();
      await serving.close({ now: true });
      await close?.();
      await operator.close();
    },
  };
};

export const wires = [
  ['stdio', overStdio],
  ['HTTP', overHttp],
] as const;
