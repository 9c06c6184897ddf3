import { routes } from '@recourse/forge';
import { publishedStatuses } from '../published-schemas.mjs';
import { addressOf } from '../generic-refusals.mjs';

export const repositoryCases = [
  {
    name: 'root, rate limit, users',
    async run({ witness, tokens, expect }) {
      const { ada } = tokens;
      expect((await witness.call('GET', '/')).status).toBe(200);
      expect((await witness.call('GET', '/rate_limit', { token: ada })).status).toBe(200);
      expect((await witness.call('GET', '/user')).status).toBe(401);
      expect((await witness.call('GET', '/user', { token: ada })).data.login).toBe('ada');
      expect((await witness.call('GET', '/users/wim', { token: ada })).status).toBe(200);
      expect((await witness.call('GET', '/users/nobody', { token: ada })).status).toBe(404);
      expect((await witness.call('GET', '/nothing/here', { token: ada })).status).toBe(404);
    },
  },
  {
    name: 'creates, changes, renames and deletes repositories',
    async run({ witness, tokens, expect }) {
      const { ada, wim, sam, noScopes } = tokens;
      const create = (body, token = ada) => witness.call('POST', '/user/repos', { token, body });
      expect((await create({ name: 'made', auto_init: true, private: true })).status).toBe(201);
      expect((await create({ name: 'made' })).data.errors[0].code).toBe('custom');
      expect((await create({ name: '../evil' })).status).toBe(422);
      expect((await create({})).data.message).toContain('"name" wasn\'t supplied');
      expect((await create('{broken')).status).toBe(400);
      expect((await create({ name: 'x' }, noScopes)).status).toBe(404);
      expect((await witness.call('POST', '/user/repos', { body: { name: 'x' } })).status).toBe(401);
      const inOrganization = (token, body) => witness.call('POST', '/orgs/open-org/repos', { token, body });
      expect((await inOrganization(wim, { name: 'shared' })).status).toBe(201);
      expect((await inOrganization(wim, { name: 'shared' })).status).toBe(422);
      expect((await inOrganization(sam, { name: 'other' })).status).toBe(403);
      const change = (body) => witness.call('PATCH', '/repos/ada/made', { token: ada, body });
      expect((await change({ description: 'changed', has_issues: true })).data.description).toBe('changed');
      expect((await change({ default_branch: 'nowhere' })).status).toBe(422);
      expect((await change({ name: 'lab' })).status).toBe(422);
      expect((await witness.call('DELETE', '/repos/ada/made', { token: ada })).status).toBe(204);
      expect((await witness.call('GET', '/repos/ada/made', { token: ada })).status).toBe(404);
      expect((await witness.call('PATCH', '/repos/ada/attic', { token: ada, body: { description: 'x' } })).status).toBe(
        403,
      );
    },
  },
  {
    name: 'answers 304 to what did not change, free of charge',
    async run({ witness, tokens, expect }) {
      for (const route of routes.filter(
        ({ method, operation }) => method === 'GET' && operation !== 'rate-limit/get',
      )) {
        const path = addressOf(route, 'ada', 'lab').replace(/(search\/\w+)$/, '$1?q=lab');
        const first = await witness.call('GET', path, { token: tokens.ada });
        if (first.status !== 200) continue;
        const again = await witness.call('GET', path, {
          token: tokens.ada,
          headers: { 'if-none-match': first.headers.get('etag') },
        });
        // A pull request is looked at for the first time, and has more to say the second time.
        if (again.status === 200 && /\/pulls\/\d+$/.test(path)) continue;
        expect.soft(again.status, path).toBe(304);
        expect.soft(again.headers.get('x-ratelimit-used'), path).toBe(first.headers.get('x-ratelimit-used'));
      }
      const { headers } = await witness.call('GET', '/rate_limit', { token: tokens.ada });
      const cached = await witness.call('GET', '/rate_limit', {
        token: tokens.ada,
        headers: { 'if-none-match': headers.get('etag') },
      });
      expect([200, 304]).toContain(cached.status);
    },
  },
  {
    name: 'answers the published server errors when it is told to fail',
    async run({ lab, witness, tokens, expect }) {
      const control = (method, body) =>
        fetch(`${lab.url}/_forge/faults`, {
          method,
          headers: { 'x-forge-key': 'lab-key' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
      for (const route of routes)
        for (const status of publishedStatuses(route.operation).filter((published) => published >= 500)) {
          await control('POST', { times: 1, fault: { kind: 'status', status } });
          const answer = await witness.call(route.method, addressOf(route, 'ada', 'lab'), {
            token: tokens.ada,
            broken: true,
          });
          expect.soft(answer.status, route.operation).toBe(status);
        }
      await control('DELETE');
    },
  },
  {
    name: 'searches',
    async run({ witness, tokens, expect }) {
      const { ada, sam } = tokens;
      const search = (kind, query, token = ada) => witness.call('GET', `/search/${kind}?${query}`, { token });
      expect((await search('repositories', 'q=lab')).data.total_count).toBe(1);
      expect((await search('repositories', 'q=user:ada', sam)).data.items.map((item) => item.name)).not.toContain(
        'vault',
      );
      expect((await search('repositories', '')).data.errors).toEqual([
        { resource: 'Search', field: 'q', code: 'missing' },
      ]);
      expect((await search('repositories', 'q=repo:no/where')).status).toBe(422);
      expect((await search('repositories', 'q=lab&page=11&per_page=100')).status).toBe(422);
      expect((await search('issues', 'q=repo:ada/lab+is:pr+is:open')).data.total_count).toBe(4);
      expect((await search('issues', 'q=repo:ada/lab+is:issue')).data.total_count).toBe(1);
      expect((await search('issues', '')).status).toBe(422);
    },
  },
];
