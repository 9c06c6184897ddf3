import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createTaskSessionFromClient } from '@modelcontextprotocol/ext-tasks/client';
import { serveHttp } from '@recourse/server';
import { createFixtureServer } from '@recourse/server-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const protocolVersion = '2026-07-28';
const clientInfo = { name: 'interop', version: '1' };
const clientCapabilities = { elicitation: { form: {} } };

/** @type {import('@recourse/server').HttpServing} */
let serving;
/** @type {Client} */
let client;
/** @type {import('@modelcontextprotocol/ext-tasks/client').TaskEnabledSession} */
let session;

/** The requests that the official client cannot send, as it would send them. */
const rawDispatch = async (/** @type {any} */ request) => {
  const { method, params = {} } = request;
  const name = params.name ?? params.taskId;
  const response = await fetch(serving.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': protocolVersion,
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }),
  });
  const { result, error } = /** @type {any} */ (await response.json());
  return result === undefined
    ? { kind: /** @type {const} */ ('error'), error }
    : { kind: /** @type {const} */ ('result'), result };
};

beforeAll(async () => {
  serving = await serveHttp(createFixtureServer(), { port: 0 });
  client = new Client(clientInfo, {
    capabilities: clientCapabilities,
    versionNegotiation: { mode: { pin: protocolVersion } },
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(serving.url)));
  session = createTaskSessionFromClient(client, {
    endpointId: 'fixture',
    rawDispatch,
    v2RequestFraming: { protocolVersion, clientInfo, clientCapabilities },
    onInputRequest: /** @type {any} */ (() => Promise.resolve({ action: 'accept', content: { confirm: true } })),
  });
});

afterAll(async () => {
  await session.close();
  await client.close();
  await serving.close();
});

describe("the official tasks extension's own client", () => {
  it('gets the result of a call that became a task', async () => {
    const execution = await session.callTool('slow_compute', { seconds: 1, label: 'interop' });
    const { outcome, lastTask } = await execution.settle();
    expect(lastTask).toBeDefined();
    expect(JSON.stringify(outcome)).toContain('Computed interop');
  });

  it('gets the failure of a task as a result with isError and its code', async () => {
    const { outcome } = await (await session.callTool('failing_job', {})).settle();
    expect(JSON.stringify(outcome)).toContain('"isError":true');
    expect(JSON.stringify(outcome)).toContain('UPSTREAM_UNAVAILABLE');
  });

  it('answers the question of a task', async () => {
    const { outcome } = await (await session.callTool('confirm_delete', { filename: 'x' })).settle();
    expect(JSON.stringify(outcome)).toContain('"deleted":true');
  });

  it('cancels a task', async () => {
    const execution = await session.callTool('slow_compute', { seconds: 60 });
    await execution.cancel();
    const { outcome } = await execution.settle();
    expect(JSON.stringify(outcome)).toContain('cancelled');
  });

  it('gets the result of a call that did not become a task', async () => {
    const { outcome, lastTask } = await (await session.callTool('greet', { name: 'Ada' })).settle();
    expect(lastTask).toBeUndefined();
    expect(JSON.stringify(outcome)).toContain('Hello, Ada!');
  });
});
