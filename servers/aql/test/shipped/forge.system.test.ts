import { createForge, sampleSeed, sampleTokens } from '@recourse/forge';
import type { Forge } from '@recourse/forge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveShipped } from './serve-shipped.ts';
import type { Serving } from './serve-shipped.ts';

let forge: Forge;
let serving: Serving;
const place = { owner: 'mira', repo: 'tidewater' };

beforeAll(async () => {
  forge = await createForge({ seed: sampleSeed });
  serving = await serveShipped('forge', { baseUrl: forge.url, environment: { FORGE_TOKEN: sampleTokens.mira } });
});

afterAll(async () => {
  await serving.close();
  await forge.close();
});

const read = (operation: string, params: object) => serving.ask('mcp_aql_read', { operation, params: { ...params } });

describe('the forge behind its adapter', () => {
  it('reads a repository, and only the fields that are wanted', async () => {
    const answer = await read('get_repo', { ...place, fields: ['full_name', 'default_branch'] });
    expect(answer).toMatchObject({ success: true, data: { full_name: 'mira/tidewater', default_branch: 'main' } });
    const { _etag, ...fields } = answer.data as Record<string, unknown>;
    expect(Object.keys(fields)).toEqual(['full_name', 'default_branch']);
  });

  it('says which repository is missing, as the contract shows it', async () => {
    const answer = await read('get_repo', { owner: 'octocat', repo: 'nonexistent' });
    expect(answer.error).toMatchObject({
      code: 'NOT_FOUND_RESOURCE',
      message: "Repository 'octocat/nonexistent' not found",
      details: { resource_type: 'repository', resource_id: 'octocat/nonexistent', http_status: 404 },
    });
  });

  it('names the missing pull request and not the repository', async () => {
    const answer = await read('get_pull', { ...place, pull_number: 9999 });
    expect(answer.error.message).toBe("Pull request 'mira/tidewater#9999' not found");
  });

  it('says which parameter has the wrong type, as the contract shows it', async () => {
    const answer = await read('list_issues', { ...place, per_page: 'fifty' });
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_INVALID_TYPE',
      message: "Parameter 'per_page' expected 'integer', got 'string'",
    });
  });

  it('reads a file below a directory, and pages through commits', async () => {
    const file = await read('get_file', { ...place, path: 'src/tides.js' });
    expect(file).toMatchObject({ success: true, data: { path: 'src/tides.js', encoding: 'base64' } });
    const first = await read('list_commits', { ...place, first: 2 });
    expect(first.data.items).toHaveLength(2);
    const second = await read('list_commits', { ...place, first: 2, after: first.data.pageInfo.endCursor });
    expect(second.data.items[0].sha).not.toBe(first.data.items[1].sha);
  });

  it('asks before a repository is deleted, in the words of the contract', async () => {
    const created = await serving.ask('mcp_aql_create', { operation: 'create_repo', params: { name: 'widgets' } });
    expect(created).toMatchObject({ success: true, data: { full_name: 'mira/widgets' } });
    const params = { owner: 'mira', repo: 'widgets' };
    const asked = await serving.ask('mcp_aql_delete', { operation: 'delete_repo', params });
    expect(asked.error).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      message: 'This operation requires confirmation',
      details: {
        operation: 'delete_repo',
        danger_level: 'destructive',
        reasons: ['Permanently removes repository and all contents', 'Cannot be recovered after grace period'],
        confirmation_message: "Delete repository 'mira/widgets'? This cannot be undone.",
      },
    });
    const again = await serving.ask('mcp_aql_create', { operation: 'create_repo', params: { name: 'widgets' } });
    expect(again.error.code).toBe('CONFLICT_ALREADY_EXISTS');
  });

  it('says why a pull request cannot be merged, with a code of its own', async () => {
    // Administrators of the repository may merge without a review; Jonas may not.
    const environment = { FORGE_TOKEN: sampleTokens.jonas };
    const jonas = await serveShipped('forge', { baseUrl: forge.url, environment });
    const params = { ...place, pull_number: 4 };
    const asked = await jonas.ask('mcp_aql_execute', { operation: 'merge_pull', params });
    const confirmation_token = asked.error.details.confirmation_token as string;
    const confirmed = { ...params, confirmation_token };
    const answer = await jonas.ask('mcp_aql_execute', { operation: 'merge_pull', params: confirmed });
    await jonas.close();
    expect(answer.error.code).toBe('CONFLICT_NOT_MERGEABLE');
    expect(answer.error.message).toMatch(
      /^Pull request 'mira\/tidewater#4' cannot be merged: At least 1 approving review/,
    );
  });

  it('does not push by force until the operator trusts it further', async () => {
    const params = { ...place, branch: 'main', sha: '0'.repeat(40) };
    const answer = await serving.ask('mcp_aql_execute', { operation: 'force_push', params });
    expect(answer.error.code).toBe('PERMISSION_DANGER_LEVEL_DENIED');
  });
});
