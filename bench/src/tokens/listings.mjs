import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAqlServer, isGood, parseAdapter } from '@recourse/server-aql';
import { createCoverageServer } from '@recourse/server-coverage';
import { createFixtureServer } from '@recourse/server-fixture';
import { createGitHubServer } from '@recourse/server-github';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { listedBy } from './listed-by.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const peers = createRequire(path.join(root, 'bench/peers/package.json'));

const createAql = () => {
  const loaded = parseAdapter('github.md', readFileSync(path.join(root, 'servers/aql/adapters/github.md'), 'utf8'));
  if (!isGood(loaded)) throw new Error(loaded.problems[0]?.message);
  const exchange = { send: () => Promise.reject(new Error('Not called')), hold: () => undefined, limits: () => ({}) };
  return createAqlServer({ adapter: loaded.adapter, exchange });
};

/** Measures `tools/list` against a list that repeats every fact, and against other servers with tools of the same names. */
export const measureListings = async () => {
  const github = createGitHubServer({ log: () => undefined });
  const servers = {
    github,
    coverage: createCoverageServer({ root }),
    aql: createAql(),
    fixture: createFixtureServer(),
  };
  const rows = [];
  for (const [name, server] of Object.entries(servers)) {
    const tools = await server.listTools();
    const [shown, full] = [sizeOf(tools), sizeOf(await inFull(server))];
    rows.push([name, tools.length, full.bytes, full.tokens, shown.bytes, shown.tokens, shown.tokens / tools.length]);
  }
  const own = await github.listTools();
  return { rows, peers: await measurePeers(own), bytes: sizeOf(own).bytes };
};

/**
 * The same tools with whole output schemas and the facts of their codes in every one.
 *
 * @param {import('@recourse/engine').Server} server
 */
const inFull = async (server) => {
  const { tools, codes, failure } = await server.describeContract();
  return (await server.listTools()).map((listed) => {
    const tool = withoutOutput(listed);
    const described = tools[listed.name];
    const output = described?.output;
    const facts = codes.filter(({ code }) => described?.codes.includes(code)).map(factsOf);
    return { ...tool, ...(output && { outputSchema: { type: 'object', anyOf: [output, failure] } }), _meta: { facts } };
  });
};

/** @param {any} tool */
const withoutOutput = (tool) => ({ ...tool, outputSchema: undefined });

/** @param {any} code */
const factsOf = ({ code, category, http, retryable, recovery, summary }) => ({
  code,
  category,
  http,
  retryable,
  recovery,
  summary,
});

/** @param {readonly any[]} own */
const measurePeers = async (own) => {
  const reference = await listedBy([peers.resolve('@modelcontextprotocol/server-github/dist/index.js')]);
  const shared = own.filter(({ name }) => reference.some((tool) => tool.name === name));
  const names = new Set(shared.map(({ name }) => name));
  const plain = shared.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const fastmcp = await listedBy([path.join(root, 'bench/peers/src/fastmcp-listing.mjs'), JSON.stringify(plain)]);
  const lists = {
    'recourse, github': shared,
    'recourse, without output schemas': shared.map(withoutOutput),
    'fastmcp 4.20, the same inputs': fastmcp,
    'server-github 2025.4.8': reference.filter(({ name }) => names.has(name)),
  };
  return {
    names: [...names],
    rows: Object.entries(lists).map(([name, tools]) => {
      const { bytes, tokens } = sizeOf(tools);
      return [name, tools.length, bytes, tokens, tokens / tools.length];
    }),
  };
};

/** @param {readonly object[]} tools */
const sizeOf = (tools) => {
  const text = JSON.stringify({ tools });
  return { bytes: Buffer.byteLength(text), tokens: countTokens(text) };
};
