import { describe, expect, it } from 'vitest';
import { assignNames } from './assign-names.ts';

const nameOf = (method: string, path: string, operationId?: string): string | undefined =>
  assignNames([{ method, path, operationId }])[0];

describe('assignNames', () => {
  it.each([
    ['repos/get', 'get_repo'],
    ['issues/list', 'list_issues'],
    ['issues/list-for-repo', 'list_issues_for_repo'],
    ['repos/create-in-org', 'create_repo_in_org'],
    ['search/commits', 'search_commits'],
    ['getPetById', 'get_pet_by_id'],
    ['PetsController_findAll', 'find_pets_all'],
    ['users.list', 'list_users'],
    ['pets_list', 'list_pets'],
    ['listHTTPRoutes', 'list_http_routes'],
  ])('makes %s %s', (operationId, name) => {
    expect(nameOf('GET', '/any', operationId)).toBe(name);
  });

  it.each([
    ['GET', '/repos/{owner}/{repo}/issues', 'list_issues'],
    ['GET', '/pets/{petId}', 'get_pet'],
    ['GET', '/status', 'get_status'],
    ['POST', '/pets', 'create_pet'],
    ['POST', '/runs/{id}/cancel', 'cancel_run'],
    ['PUT', '/pets/{petId}', 'update_pet'],
    ['PATCH', '/companies/{id}', 'update_company'],
    ['DELETE', '/statuses/{id}', 'delete_status'],
    ['HEAD', '/files/{id}', 'check_file'],
  ])('makes %s %s %s if there is no operationId', (method, path, name) => {
    expect(nameOf(method, path)).toBe(name);
  });

  it('lets operations that would have one name say more, whichever comes first', () => {
    const pulls = { method: 'GET', path: '/pulls/{n}/commits', operationId: 'pulls/list-commits' };
    const repos = { method: 'GET', path: '/repos/{r}/commits', operationId: 'repos/list-commits' };
    expect(assignNames([pulls, repos])).toEqual(['list_pull_commits', 'list_repo_commits']);
    expect(assignNames([repos, pulls])).toEqual(['list_repo_commits', 'list_pull_commits']);
  });

  it('counts through what is equal in every way', () => {
    const same = { method: 'GET', path: '/a', operationId: 'x' };
    const names = assignNames([same, same, same]);
    expect(new Set(names).size).toBe(3);
  });

  it('keeps names within the length that adapters may have, however long a path is', () => {
    const path = '/companies/{companyId}/apiCredentials/{apiCredentialId}/allowedOrigins';
    const other = path.replace('companies', 'merchants').replace('companyId', 'merchantId');
    const operations = [path, other, `${path}/{originId}`, `${other}/{originId}`].flatMap((each) => [
      { method: 'GET', path: each, operationId: undefined },
      { method: 'GET', path: each, operationId: 'get-thing' },
      { method: 'GET', path: `${'/the-beginning-of-a-long-path'.repeat(4)}${each}`, operationId: undefined },
    ]);
    const names = assignNames(operations);
    expect(new Set(names).size).toBe(operations.length);
    expect(names.filter((name) => !/^[a-z][a-z0-9_]{0,63}$/.test(name))).toEqual([]);
  });

  it('says every fixed segment of a path before it is cut or counted through', () => {
    const names = ['companies', 'merchants'].flatMap((group) =>
      ['', '/{originId}'].map((end) => `/${group}/{id}/apiCredentials/{apiCredentialId}/allowedOrigins${end}`),
    );
    expect(assignNames(names.map((path) => ({ method: 'GET', path, operationId: undefined })))).toEqual([
      'get_companies_api_credentials_allowed_origins',
      'get_companies_api_credentials_allowed_origins_by_origin_id',
      'get_merchants_api_credentials_allowed_origins',
      'get_merchants_api_credentials_allowed_origins_by_origin_id',
    ]);
  });

  it('leaves the names of the protocol to the protocol', () => {
    expect(nameOf('GET', '/introspect', 'introspect')).not.toBe('introspect');
  });

  it.each(['', '___', '123', 'größe', '日本', '__proto__', "a'b\nc"])('finds a name for %j', (operationId) => {
    expect(nameOf('GET', '/things/{id}', operationId)).toMatch(/^[a-z][a-z0-9_]*$/);
  });
});
