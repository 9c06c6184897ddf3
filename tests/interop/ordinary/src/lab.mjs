import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { recovering } from '@recourse/client';
import { generations } from './generations.mjs';
import { createTape, tapeTransport } from './tape.mjs';

/** A fresh copy of a server's world, with as many clients as a test connects to it. */
export const openLab = async (server, { generation = 'SDK 2', before } = {}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ordinary-'));
  const world = await server.createWorld(folder);
  await before?.(world);
  const opened = [];
  const tape = createTape();
  const sdk = generations[generation];

  /** Starts the server, and connects a client of the SDK to it. */
  const connect = async () => {
    const client = sdk.createClient();
    const launch = { ...server.launch(world), command: process.execPath, stderr: 'ignore' };
    const stdio = sdk.createStdio(launch);
    await client.connect(tapeTransport(stdio, tape));
    opened.push({ client, pid: stdio.pid });
    return client;
  };
  return {
    world,
    tape,
    sdk,
    connect,
    /** The same client, wrapped, which starts the server again when it is gone. */
    connectWrapped: async (options = {}) => recovering(await connect(), { reconnect: connect, ...options }),
    /** The process of the server that was started last. */
    lastPid: () => opened.at(-1).pid,
    snapshot: () => server.snapshot(world, opened.at(-1).client),
    normalise: (value) => normalise(value, folder, server.normalise),
    close: async () => {
      await Promise.all(opened.map(stop));
      await world.close?.();
      // A browser that has just been killed may still write.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
};

/** Some servers keep running for a while after their input ends, so they are killed. */
const stop = async ({ client, pid }) => {
  if (client.transport) process.kill(pid, 'SIGKILL');
  await client.close().catch(() => undefined);
};

/** Where the program of an installed server is. */
export const programOf = (name, file) => path.join(folderOf(name), file);

/** Some packages do not let their own package.json be resolved, and some are installed apart, in `more`. */
const folderOf = (name) => {
  const [own, more] = ['..', '../more'].map((folder) =>
    fileURLToPath(new URL(`${folder}/node_modules/${name}`, import.meta.url)),
  );
  return existsSync(own) ? own : more;
};

export const versionOf = async (name) => JSON.parse(await readFile(programOf(name, 'package.json'), 'utf8')).version;

/** Two worlds differ in where they are and in when they were made; nothing else may. */
const normalise = (value, folder, own = (text) => text) =>
  JSON.parse(own(JSON.stringify(value ?? null).replaceAll(folder, '<folder>')));
