import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { recovering } from '@recourse/client';
import { generations } from './generations.mjs';
import { createTape, tapeTransport } from './tape.mjs';

const require = createRequire(import.meta.url);

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
    await client.connect(tapeTransport(sdk.createStdio(launch), tape));
    opened.push(client);
    return client;
  };
  return {
    world,
    tape,
    sdk,
    connect,
    /** The same client, wrapped. Steps are kept, and time is the test's own where it says so. */
    connectWrapped: async (options = {}) => recovering(await connect(), options),
    snapshot: () => server.snapshot(world, opened.at(-1)),
    normalise: (value) => normalise(value, folder, server.normalise),
    close: async () => {
      await Promise.all(opened.map((client) => client.close().catch(() => undefined)));
      await world.close?.();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Where the program of an installed server is. */
export const programOf = (name, file) => path.join(path.dirname(require.resolve(`${name}/package.json`)), file);

export const versionOf = async (name) =>
  JSON.parse(await readFile(require.resolve(`${name}/package.json`), 'utf8')).version;

/** Two worlds differ in where they are and in when they were made; nothing else may. */
const normalise = (value, folder, own = (text) => text) =>
  JSON.parse(own(JSON.stringify(value ?? null).replaceAll(folder, '<folder>')));
