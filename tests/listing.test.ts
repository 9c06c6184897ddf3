import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Server } from '@recourse/engine';
import { createAqlServer, isGood, parseAdapter } from '@recourse/server-aql';
import type { Exchange } from '@recourse/server-aql';
import { createCoverageServer } from '@recourse/server-coverage';
import { createFixtureServer } from '@recourse/server-fixture';
import { createGitHubServer } from '@recourse/server-github';
import { createStageServer, readSettings } from '@recourse/stage';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Nothing is called here. */
const exchange: Exchange = {
  send: () => Promise.reject(new Error('Not called')),
  hold: () => undefined,
  limits: () => ({}),
};

const aqlServer = (): Server => {
  const loaded = parseAdapter('github.md', readFileSync(path.join(root, 'servers/aql/adapters/github.md'), 'utf8'));
  if (!isGood(loaded)) throw new Error(loaded.problems[0]?.message);
  return createAqlServer({ adapter: loaded.adapter, exchange });
};

const stageServer = (): Server => createStageServer({ settings: readSettings({}, root), environment: {} }).server;

/** The most bytes of `tools/list`. A list is read by a model before anything else, with those of all other servers. */
const servers: readonly [string, () => Server, number][] = [
  ['github', () => createGitHubServer({ log: () => undefined }), 30 * 1024],
  ['coverage', () => createCoverageServer({ root }), 25_000],
  ['aql', aqlServer, 13_500],
  ['fixture', () => createFixtureServer(), 8_500],
  ['stage', stageServer, 120_000],
];

describe.each(servers)('the list of tools of %s', (_, create, mostBytes) => {
  const server = create();

  it('keeps to its size', async () => {
    const tools = await server.listTools();
    expect(tools.length).toBeGreaterThan(0);
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(mostBytes);
  });

  it('leaves nothing out that the contract of the server does not have', async () => {
    const { tools, codes } = await server.describeContract();
    const known = new Set(codes.map(({ code }) => code));
    for (const { name, outputSchema } of await server.listTools()) {
      const full = tools[name];
      expect(full?.output !== undefined).toBe(outputSchema !== undefined);
      for (const code of full?.codes ?? []) expect(known).toContain(code);
    }
  });
});

// A tool of the fixture has a schema that uses all of JSON Schema: the conformance suite requires it.
const forModels = servers.filter(([name]) => name !== 'fixture');

describe.each(forModels)('the list of tools of %s', (_, create) => {
  it('has input schemas that model providers accept', async () => {
    // Anthropic and OpenAI reject these at the root of a schema, and Anthropic rejects references anywhere.
    for (const { name, inputSchema } of await create().listTools()) {
      expect(inputSchema, name).toMatchObject({ type: 'object' });
      for (const keyword of ['allOf', 'anyOf', 'oneOf', 'not', 'enum', 'if'])
        expect(inputSchema, name).not.toHaveProperty(keyword);
      expect(JSON.stringify(inputSchema), name).not.toContain('"$ref"');
    }
  });
});
