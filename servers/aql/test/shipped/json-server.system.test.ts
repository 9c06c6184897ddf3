import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJsonServer } from '../world/json-server.ts';
import type { JsonServer } from '../world/json-server.ts';
import { serveShipped } from './serve-shipped.ts';
import type { Serving } from './serve-shipped.ts';

let jsonServer: JsonServer;
let serving: Serving;

beforeAll(async () => {
  jsonServer = await openJsonServer({
    users: [
      { id: 1, user_name: 'ada', password: 'kept by the server', email: 'ada@example.org' },
      { id: 2, user_name: 'bob', email: 'bob@example.org' },
      { id: 3, user_name: 'cleo', email: 'cleo@example.org' },
    ],
    posts: [{ id: 1, title: 'First', body: 'Hello', userId: 1, status: 'draft' }],
  });
  serving = await serveShipped('json-server', { baseUrl: jsonServer.url });
});

afterAll(async () => {
  await serving.close();
  await jsonServer.close();
});

describe('json-server behind its adapter', () => {
  it.each([
    ['get_user', { user_id: 1 }],
    ['get_user', { user_id: 1, fields: 'standard' }],
    ['list_users', { first: 1 }],
    ['search_users', { query: 'ada' }],
  ])('reads a user without the password, unless everything is asked for: %s', async (operation, params) => {
    const answer = await serving.ask('mcp_aql_read', { operation, params });
    const { success, data } = answer;
    expect({ success, user: data.items?.[0] ?? data }).toMatchObject({
      success: true,
      user: { id: 1, user_name: 'ada' },
    });
    expect(JSON.stringify(answer)).not.toContain('kept by the server');
    const full = await serving.ask('mcp_aql_read', { operation, params: { ...params, fields: 'full' } });
    expect(JSON.stringify(full)).toContain('kept by the server');
  });

  it('pages through a list with cursors', async () => {
    const first = await serving.ask('mcp_aql_read', { operation: 'list_users', params: { first: 2 } });
    expect(first.data.items.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
    expect(first.data.pageInfo.hasNextPage).toBe(true);
    const after = first.data.pageInfo.endCursor as string;
    const second = await serving.ask('mcp_aql_read', { operation: 'list_users', params: { first: 2, after } });
    expect(second.data.items.map(({ id }: { id: number }) => id)).toEqual([3]);
    expect(second.data.pageInfo.hasNextPage).toBe(false);
  });

  it('searches', async () => {
    const found = await serving.ask('mcp_aql_read', { operation: 'search_users', params: { query: 'cleo' } });
    expect(found.data.items).toMatchObject([{ id: 3 }]);
  });

  it('says which user is missing', async () => {
    const answer = await serving.ask('mcp_aql_read', { operation: 'get_user', params: { user_id: 99 } });
    expect(answer.error).toMatchObject({
      code: 'NOT_FOUND_RESOURCE',
      message: "User '99' not found",
      details: { resource_type: 'user', resource_id: '99', http_status: 404 },
    });
  });

  it('refuses what it does not know, as the contract shows it', async () => {
    const params = { user_name: 'dora', password: 'long enough', force_create: true, admin_override: true };
    const answer = await serving.ask('mcp_aql_create', { operation: 'create_user', params });
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_UNKNOWN_PARAM',
      message: "Unknown parameter(s) for operation 'create_user': force_create, admin_override",
      details: { unknown_params: ['force_create', 'admin_override'], valid_params: ['user_name', 'password', 'email'] },
    });
  });

  it('merges what a PUT would replace', async () => {
    const changed = await serving.ask('mcp_aql_update', {
      operation: 'update_post',
      params: { post_id: 1, input: { status: 'published' } },
    });
    expect(changed).toMatchObject({
      success: true,
      data: { id: 1, title: 'First', body: 'Hello', userId: 1, status: 'published' },
    });
  });

  it('creates and changes a user', async () => {
    const created = await serving.ask('mcp_aql_create', {
      operation: 'create_user',
      params: { user_name: 'dora', password: 'long enough' },
    });
    expect(created).toMatchObject({ success: true, data: { user_name: 'dora' } });
    const input = { email: 'dora@example.org' };
    const changed = await serving.ask('mcp_aql_update', {
      operation: 'update_user',
      params: { user_id: created.data.id, input },
    });
    expect(changed).toMatchObject({ success: true, data: { user_name: 'dora', email: 'dora@example.org' } });
  });

  it('asks before it deletes, and deletes once it is confirmed', async () => {
    const params = { user_id: 2 };
    const asked = await serving.ask('mcp_aql_delete', { operation: 'delete_user', params });
    expect(asked.error).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      details: { confirmation_message: expect.stringMatching(/^Delete user '2'\? id: 2, /), shown: { id: 2 } },
    });
    const confirmation_token = asked.error.details.confirmation_token as string;
    const deleted = await serving.ask('mcp_aql_delete', {
      operation: 'delete_user',
      params: { ...params, confirmation_token },
    });
    expect(deleted).toMatchObject({ success: true });
    const gone = await serving.ask('mcp_aql_read', { operation: 'get_user', params });
    expect(gone.error.code).toBe('NOT_FOUND_RESOURCE');
  });
});
