import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, defineTool } from '@recourse/engine';
import { serveHttp } from '@recourse/server';
import { createAqlServer, isGood, parseAdapter } from '@recourse/server-aql';
import { createCoverageServer } from '@recourse/server-coverage';
import { createFixtureServer } from '@recourse/server-fixture';
import { createGitHubServer } from '@recourse/server-github';
import { launchEntry } from '@recourse/server-launch';
import { createStageServer, readSettings } from '@recourse/stage';
import { openOperator } from '@recourse/stores/configured';
import { Validator } from '@seriousme/openapi-schema-validator';
import { generateSource } from 'oazapfts';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../../../..');

const branch = z.strictObject({
  name: z.string(),
  get children() {
    return z.array(branch).max(10).optional();
  },
});

/** Two tools, one of them with a schema that refers to itself. */
const createTreeServer = (identity) =>
  createServer({
    name: 'trees',
    version: '1.2.3',
    ...(identity && { identity }),
    tools: [
      defineTool({
        name: 'count_nodes',
        description: 'Counts the nodes of a tree.',
        input: z.strictObject({ tree: branch }),
        output: z.object({ nodes: z.int() }),
        operation: 'query',
        danger: 'safe',
        errors: ['NOT_FOUND_RESOURCE'],
        run: ({ arguments: { tree }, fail }) => {
          const count = ({ children = [] }) => children.reduce((sum, child) => sum + count(child), 1);
          return tree.name === 'none'
            ? fail('NOT_FOUND_RESOURCE', { resource_type: 'tree', resource_id: 'none' })
            : { nodes: count(tree) };
        },
      }),
      defineTool({
        name: 'grow',
        description: 'Grows.',
        input: z.strictObject({}),
        operation: 'command',
        danger: 'reversible',
        errors: [],
        run: () => ({ grown: true }),
      }),
    ],
  });

const aqlServer = async () => {
  const text = await readFile(path.join(root, 'servers/aql/adapters/github.md'), 'utf8');
  const loaded = parseAdapter('github.md', text);
  if (!isGood(loaded)) throw new Error(loaded.problems[0]?.message);
  const exchange = { send: () => Promise.reject(new Error('Not called')), hold: () => undefined, limits: () => ({}) };
  return createAqlServer({ adapter: loaded.adapter, exchange });
};

/** The launch server as `recourse serve launch` starts it, on a store of its own. */
const launchServer = async () => {
  const cwd = await mkdtemp(path.join(tmpdir(), 'recourse-openapi-'));
  const operator = await openOperator({ cwd, environment: {} });
  const { options, stores } = operator;
  const launch = await launchEntry.start({ options, stores, environment: {}, cwd, notify: () => undefined });
  opened.push({
    close: async () => {
      await launch.close();
      await operator.close();
      await rm(cwd, { recursive: true });
    },
  });
  return launch.server;
};

const opened = [];
afterAll(async () => {
  for (const one of opened.toReversed()) await one.close();
});

const servers = [
  ['trees', () => createTreeServer()],
  ['github', () => createGitHubServer({ log: () => undefined })],
  ['coverage', () => createCoverageServer({ root })],
  ['launch', launchServer],
  ['aql', aqlServer],
  ['fixture', () => createFixtureServer()],
  ['stage', () => createStageServer({ settings: readSettings({}, root), environment: {} }).server],
];

const open = async (server) => {
  const serving = await serveHttp(server, { port: 0 });
  opened.push(serving);
  const base = serving.url.replace(/\/mcp$/u, '');
  const get = async (headers = {}) => (await fetch(`${base}/${server.name}/openapi.json`, { headers })).json();
  return { base, get };
};

describe.each(servers)('the document of %s', (_, create) => {
  it('is OpenAPI 3.1 for an outside validator, and has a path for each listed tool', async () => {
    const server = await create();
    const { base, get } = await open(server);
    const document = await get();
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
    const { tools } = await (await fetch(`${base}/${server.name}/tools`)).json();
    expect(tools.length).toBeGreaterThan(0);
    expect(Object.keys(document.paths)).toEqual(tools.map(({ name }) => `/${server.name}/tools/${name}`));
    // Every reference leads to a component.
    for (const [, name] of JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"/]+)/gu)) {
      expect(Object.keys(document.components.schemas)).toContain(name);
    }
    expect(JSON.stringify(document)).not.toMatch(/"\$ref":"#(?!\/components\/)/u);
    // The generator writes a function for each tool.
    const client = await generate(document);
    const functions = Object.keys(client).map((name) => name.toLowerCase());
    for (const { name } of tools) expect(functions).toContain(name.replaceAll(/[_-]/gu, '').toLowerCase());
    // Each of them reaches its tool, which refuses the arguments.
    client.defaults.baseUrl = base;
    for (const { name } of tools) {
      const wanted = name.replaceAll(/[_-]/gu, '').toLowerCase();
      const [, call] = Object.entries(client).find(([key]) => key.toLowerCase() === wanted);
      const { status, data } = await call({ no_such_argument: true });
      expect([name, [400, 422].includes(status), typeof data]).toEqual([name, true, 'object']);
    }
  });
});

/** Generates a client from a document and loads it. */
const generate = async (document) => {
  const folder = await mkdtemp(path.join(import.meta.dirname, '.generated-'));
  try {
    const file = path.join(folder, 'document.json');
    await writeFile(file, JSON.stringify(document));
    const source = path.join(folder, 'client.ts');
    await writeFile(source, await generateSource(file));
    return await import(source);
  } finally {
    await rm(folder, { recursive: true });
  }
};

describe('a client generated from the document', () => {
  it('makes a call, and gets a failure with its status', async () => {
    const { base, get } = await open(createTreeServer());
    const client = await generate(await get());
    client.defaults.baseUrl = base;
    const tree = { name: 'a', children: [{ name: 'b' }, { name: 'c', children: [{ name: 'd' }] }] };
    const counted = await client.countNodes({ tree });
    expect(counted).toMatchObject({ status: 200, data: { ok: true, nodes: 4 } });
    const missing = await client.countNodes({ tree: { name: 'none' } });
    expect(missing).toMatchObject({ status: 404, data: { ok: false, code: 'NOT_FOUND_RESOURCE' } });
  });
});

describe('the documents of two keys', () => {
  it('have the tools of each key', async () => {
    const tools = { rk_one: ['count_nodes'], rk_two: ['grow'] };
    const identity = {
      identify: ({ key }) => key && tools[key] && { id: key, trust: 'validated', tools: tools[key] },
      hasKeys: () => Promise.resolve(true),
    };
    const { get } = await open(createTreeServer(identity));
    const paths = async (key) => Object.keys((await get({ authorization: `Bearer ${key}` })).paths);
    expect(await paths('rk_one')).toEqual(['/trees/tools/count_nodes']);
    expect(await paths('rk_two')).toEqual(['/trees/tools/grow']);
  });
});
