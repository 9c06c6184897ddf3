import { expect, it } from 'vitest';
import { categorise } from './categorise.ts';
import type { Categorised } from './categorise.ts';

it.each<[Categorised['method'], string, string, Partial<Categorised>, string]>([
  ['GET', 'get_pet', '/pets/{id}', {}, 'read'],
  ['HEAD', 'check_pet', '/pets/{id}', {}, 'read'],
  ['GET', 'delete_pet', '/pets/{id}/delete', {}, 'delete'],
  ['GET', 'run_report', '/reports/run', {}, 'execute'],
  ['POST', 'create_pet', '/pets', { hasBody: true }, 'create'],
  ['POST', 'search_pets', '/pets/search', { hasBody: true }, 'read'],
  ['POST', 'test_webhook', '/hooks/{id}/tests', {}, 'execute'],
  ['POST', 'cancel_run', '/runs/{id}/cancel', {}, 'execute'],
  ['POST', 'delete_pets', '/pets/delete', { hasBody: true }, 'delete'],
  ['POST', 'post_customer', '/customers/{id}', { hasBody: true, isReadable: true }, 'update'],
  ['POST', 'frobnicate_run', '/runs/{id}/frobnicate', {}, 'execute'],
  ['POST', 'frobnicate_all', '/widgets', {}, 'create'],
  ['PUT', 'update_pet', '/pets/{id}', { hasBody: true }, 'update'],
  ['PUT', 'star_repo', '/user/starred/{repo}', {}, 'create'],
  ['PUT', 'merge_pull', '/pulls/{n}/merge', { hasBody: true }, 'execute'],
  ['PUT', 'update_branch', '/pulls/{n}/update-branch', { hasBody: true }, 'execute'],
  ['PUT', 'set_thread', '/threads/{id}', {}, 'execute'],
  ['PATCH', 'update_pet', '/pets/{id}', { hasBody: true }, 'update'],
  ['DELETE', 'remove_pet', '/pets/{id}', {}, 'delete'],
])('%s as %s (%s) with %o is under %s', (method, name, path, more, category) => {
  expect(categorise({ method, name, path, hasBody: false, isReadable: false, ...more })).toBe(category);
});
