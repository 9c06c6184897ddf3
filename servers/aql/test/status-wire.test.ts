import type { JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAdapter } from '../src/adapter/index.ts';
import { createExchange } from '../src/exchange/index.ts';
import { createAqlServer } from '../src/server.ts';
import { createAdapterFail } from '../src/codes.ts';
import { startFaultServer } from './fault-server.ts';
import type { FaultServer } from './fault-server.ts';
import { json, text } from './fault.ts';
import type { Fault } from './fault.ts';
import { snippets } from './seed/printed.ts';
import { statusTable, tableTime } from './status-table.ts';
import type { StatusRow } from './status-table.ts';
import { openHttpDoor } from './world/http-door.ts';
import type { HttpDoor } from './world/http-door.ts';

let upstream: FaultServer;
let door: HttpDoor;
beforeAll(async () => {
  upstream = await startFaultServer();
  door = await openHttpDoor(serverOf());
});
beforeEach(() => upstream.reset());
afterAll(async () => {
  await door.close();
  await upstream.close();
});

const operation = (name: string, route: string) => `
    - name: ${name}
      maps_to: ${route}
      description: One thing.
      params:
        id: { type: string, required: true }
      resource: { type: thing, id: "{id}" }`;

/** The contract's own examples of rules (8.2, 8.3). */
const rules = `\n${snippets}`;

const adapterText = (more: string) => `name: things
type: adapter
version: "1.0.0"
description: Things.
target:
  base_url: ${upstream.url}
  transport: http
  protocol: rest
  serialization: json
auth: { type: none }
trust: { level: certified }
operations:
  create:${operation('create_thing', 'POST /things/{id}')}
  read:${operation('get_thing', 'GET /things/{id}')}
    - name: get_repo
      maps_to: GET /repos/{owner}/{repo}
      description: A repository.
      params:
        owner: { type: string, required: true }
        repo: { type: string, required: true }
  update:${operation('update_thing', 'PATCH /things/{id}')}
${more}
`;

const calls: Readonly<Record<StatusRow['method'], readonly [string, JsonObject]>> = {
  GET: ['mcp_aql_read', { operation: 'get_thing', params: { id: '7' } }],
  POST: ['mcp_aql_create', { operation: 'create_thing', params: { id: '7' } }],
  PATCH: ['mcp_aql_update', { operation: 'update_thing', params: { id: '7', input: { name: 'x' } } }],
};

interface Envelope {
  readonly success: boolean;
  readonly error: { readonly code: string; readonly message: string; readonly details: JsonObject };
}

interface Given {
  readonly more?: string;
  readonly statuses?: 'corrected' | 'strict';
}

const serverOf = ({ more = '', statuses = 'corrected' }: Given = {}): Server => {
  const { adapter, problems } = readAdapter(adapterText(more), { format: 'yaml' });
  if (!adapter) throw new Error(JSON.stringify(problems));
  const read = { ...adapter, statuses };
  const exchange = createExchange(read, {
    environment: {},
    fail: createAdapterFail(read),
    now: () => tableTime,
    retry: { attempts: 1 },
  });
  return createAqlServer({ adapter: read, exchange, settings: { trust: 'certified' } });
};

/** One call by the official client over HTTP, of a server that knows nothing of an earlier one. */
const ask = async (tool: string, args: JsonObject, given: Given = {}) => {
  door.put(serverOf(given));
  const result = await door.call(tool, args);
  expect(result.isError).toBe(true);
  return {
    envelope: result.structuredContent as Envelope,
    canonical: result._meta?.['dev.recourse/failure'],
  };
};

const faultOf = ({ status, headers, body }: StatusRow): Fault => {
  if (body === undefined) return { status, headers, body: '' };
  const answer = typeof body === 'string' ? text(status, body) : json(status, body);
  return { ...answer, headers: { ...answer.headers, ...headers } };
};

describe.each(['corrected', 'strict'] as const)('over the wire, by the %s table', (statuses) => {
  it.each(statusTable)('$method $status $headers $body', async (row) => {
    upstream.answer(faultOf(row));
    const { canonical, envelope } = await ask(...calls[row.method], { statuses });
    expect(upstream.requests.map(({ method, target }) => [method, target])).toEqual([[row.method, '/things/7']]);
    expect(canonical).toMatchObject({
      code: statuses === 'strict' ? row.strict : row.code,
      effect: row.effect,
      details: { http_status: row.status, ...(statuses === 'corrected' && row.details) },
      ...(row.waitMs !== undefined && { retry_after_ms: row.waitMs }),
    });
    expect(envelope).toMatchObject({ success: false, error: { details: { http_status: row.status } } });
    if (statuses === 'strict') expect(envelope.error.code).toBe(row.strict);
  });
});

describe("the contract's own rules, over the wire", () => {
  const getRepo = { operation: 'get_repo', params: { owner: 'octocat', repo: 'nonexistent' } };
  const askRepo = async (answer: Fault) => {
    upstream.answer(answer);
    return (await ask('mcp_aql_read', getRepo, { more: rules })).envelope.error;
  };

  it('names the repository', async () => {
    expect(await askRepo(json(404, { message: 'Not Found' }))).toMatchObject({
      code: 'NOT_FOUND_REPOSITORY',
      message: "Repository 'octocat/nonexistent' not found",
      details: { owner: 'octocat', repo: 'nonexistent', http_status: 404, upstream_error: 'Not Found' },
    });
  });

  it('tells abuse, limits and missing rights apart', async () => {
    const abuse = json(403, { message: 'You have triggered an abuse detection mechanism' }, { 'retry-after': '60' });
    expect(await askRepo(abuse)).toMatchObject({
      code: 'GITHUB_ABUSE_DETECTED',
      message: 'Abuse detection triggered: You have triggered an abuse detection mechanism',
      details: { reason: 'You have triggered an abuse detection mechanism', retry_after_seconds: 60 },
    });
    expect(await askRepo(json(403, { message: 'API rate limit exceeded' }))).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'API rate limit exceeded',
    });
    expect(await askRepo(json(403, { message: 'Must have admin rights' }))).toMatchObject({
      code: 'PERMISSION_DENIED',
    });
  });
});
