import { serveHttp } from '@recourse/server';
import { dialClient } from '@recourse/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld } from './world/world.ts';
import type { Wire, World } from './world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it.each([
  ['among the parameters', { operation: 'get_item', params: { _locale: 'es' } }],
  ['beside the operation', { operation: 'get_item', _locale: 'es-MX' }],
])('speaks the language that is asked for %s', async (_, args) => {
  const { error } = await world.ask('mcp_aql_read', args);
  expect(error).toMatchObject({ code: 'VALIDATION_MISSING_PARAM', details: { param_name: 'id' } });
  expect(error.message).toMatch(/^Falta.*'id'/u);
});

it('speaks it where the request leads nowhere, too', async () => {
  const { error } = await world.ask('mcp_aql_read', { operation: 'nothing', _locale: 'es' });
  expect(error.message).not.toBe("Unknown operation: 'nothing'");
});

it('speaks it in every item of a batch', async () => {
  const { error } = await world.ask('mcp_aql_read', { operations: [{ operation: 'get_item' }], _locale: 'es' });
  expect(error.details.errors[0].message).toMatch(/^Falta.*'id'/u);
});

it('answers in English if the requested language is not available', async () => {
  const { error } = await world.ask('mcp_aql_read', { operation: 'get_item', _locale: 'tlh' });
  expect(error.message).toBe("Missing required parameter 'id'");
});

it('speaks in every item of a batch the language that the client asks for', async () => {
  const serving = await serveHttp(world.server, { port: 0 });
  const { callTool, close } = await dialClient(serving.url, { headers: { 'accept-language': 'es-MX, en;q=0.5' } });
  const operations = [{ operation: 'get_item' }, { operation: 'get_item', params: { id: 1 } }];
  const { structuredContent } = await callTool('mcp_aql_read', { operations });
  await close();
  await serving.close();
  const { errors, succeeded } = (structuredContent as Wire).error.details;
  expect(errors[0].message).toMatch(/^Falta.*'id'/u);
  expect(succeeded).toBe(1);
});
