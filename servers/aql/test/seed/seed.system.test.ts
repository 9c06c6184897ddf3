import { createForge, sampleSeed, sampleTokens } from '@recourse/forge';
import type { Forge } from '@recourse/forge';
import { succeed } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { openOperator } from '@recourse/stores/configured';
import { linkClient } from '@recourse/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAdapter } from '../../src/adapter/index.ts';
import { createAqlServer } from '../../src/server.ts';
import { startFaultServer } from '../fault-server.ts';
import type { FaultServer } from '../fault-server.ts';
import { json } from '../fault.ts';
import { shippedText } from '../shipped/serve-shipped.ts';
import { openJsonServer } from '../world/json-server.ts';
import type { JsonServer } from '../world/json-server.ts';
import { doors, openDesk, serveDesk } from '../world/serve-command.ts';
import type { Desk, Served } from '../world/serve-command.ts';
import { exchangeOf } from '../world/world.ts';
import type { Wire } from '../world/world.ts';
import { faultAdapter, quota } from './adapters.ts';
import { mask, placesOf } from './mask.ts';
import { example, examples, snippets, volatilesOf } from './printed.ts';
import { volatiles } from './volatile.ts';

let forge: Forge;
let jsonServer: JsonServer;
let upstream: FaultServer;
const environment = { FORGE_TOKEN: sampleTokens.mira };

beforeAll(async () => {
  forge = await createForge({ seed: sampleSeed });
  jsonServer = await openJsonServer({ users: [{ id: 1, user_name: 'ada' }], posts: [] });
  upstream = await startFaultServer();
});
afterAll(async () => {
  await upstream.close();
  await jsonServer.close();
  await forge.close();
});

/** A shipped adapter in front of the server that the test has started. */
const pointedAt = (name: string, url: string): string =>
  shippedText(name).replace(/base_url: \S+/u, `base_url: ${url}`);

/** The answers, by section, for the tests of the mask. */
const answers = new Map<string, Wire>();

const expectPrinted = (section: string, answer: Wire): void => {
  answers.set(section, answer);
  const rules = volatilesOf(section);
  expect(mask(answer, rules)).toEqual(mask(example(section), rules));
};

const acme = { owner: 'acme', repo: 'widgets' };
const missing = { owner: 'octocat', repo: 'nonexistent' };
const place = { owner: 'mira', repo: 'tidewater' };

describe.each(doors)('over %s', (kind) => {
  describe('the forge answers as printed in', () => {
    let desk: Desk;
    let served: Served;
    beforeAll(async () => {
      // One level less, so that both operations of 5.12 can be confirmed.
      desk = openDesk({ adapters: { forge: { danger: { force_push: 'destructive' } } } });
      desk.write('forge', pointedAt('forge', forge.url));
      served = await serveDesk(kind, desk, ['forge'], environment);
    });
    afterAll(async () => {
      await served.close();
      desk.remove();
    });
    const ask = (category: string, operation: string, params: JsonObject): Promise<Wire> =>
      served.ask('forge', `mcp_aql_${category}`, { operation, params });
    const tokenFor = async (operation: string, params: JsonObject): Promise<string> =>
      (await ask('delete', operation, params)).error.details.confirmation_token;

    it.each(['1.4', '2.2, minimal', '4.3'])('%s', async (section) => {
      expectPrinted(section, await ask('read', 'get_repo', { repo: 'nonexistent' }));
    });

    it.each(['2.2, with details', '4.9'])('%s', async (section) => {
      expectPrinted(section, await ask('read', 'get_repo', missing));
    });

    it('4.4', async () => {
      expectPrinted('4.4', await ask('read', 'list_issues', { ...place, per_page: 'fifty' }));
    });

    it('4.6', async () => {
      const description = `${'x'.repeat(42)}\ud800`;
      expectPrinted('4.6', await ask('create', 'create_repo', { name: 'widgets', description }));
    });

    it('4.7', async () => {
      const parts = { title: '', head: '', base: '', body: '' };
      const request = { operation: 'create_pull', params: { ...place, ...parts } };
      const left = 2_500_000 - JSON.stringify(request).length;
      const part = Math.floor(left / 4);
      const sizes = [part, part, part, left - 3 * part];
      const filled = Object.keys(parts).map((name, index) => [name, 'x'.repeat(sizes[index] ?? 0)]);
      expectPrinted('4.7', await ask('create', 'create_pull', { ...place, ...Object.fromEntries(filled) }));
    });

    it('5.4', async () => {
      expectPrinted('5.4', await ask('delete', 'delete_repo', acme));
    });

    it('5.9', async () => {
      const carried = { ...acme, confirmation_token: 'conf_nonexistent123' };
      expectPrinted('5.9', await ask('delete', 'delete_repo', carried));
    });

    it('5.10', async () => {
      const operator = await openOperator({ cwd: desk.folder, environment: {} });
      const { adapter } = readAdapter(pointedAt('forge', forge.url));
      if (!adapter) throw new Error('The shipped adapter is not good');
      // Asked by a server on the same store, seven and a half minutes ago.
      const now = () => Date.now() - 450_000;
      const earlier = await linkClient(
        createAqlServer({ adapter, exchange: exchangeOf(adapter), server: { ...operator.options, now } }),
      );
      const asked = await earlier.callTool('mcp_aql_delete', { operation: 'delete_repo', params: acme });
      const { token } = (asked.structuredContent as Wire).confirmation;
      await earlier.close();
      await operator.close();
      expectPrinted('5.10', await ask('delete', 'delete_repo', { ...acme, confirmation_token: token }));
    });

    it('5.11', async () => {
      const name = `once-${kind}`;
      expect(await ask('create', 'create_repo', { name })).toMatchObject({ success: true });
      const params = { owner: 'mira', repo: name };
      const carried = { ...params, confirmation_token: await tokenFor('delete_repo', params) };
      expect(await ask('delete', 'delete_repo', carried)).toMatchObject({ success: true });
      expectPrinted('5.11', await ask('delete', 'delete_repo', carried));
    });

    it('5.12', async () => {
      const token = await tokenFor('delete_repo', acme);
      const params = { ...acme, branch: 'main', sha: '0'.repeat(40), confirmation_token: token };
      expectPrinted('5.12', await ask('execute', 'force_push', params));
    });
  });

  describe('json-server, and an operator who trusts it less, answer as printed in', () => {
    let desk: Desk;
    let served: Served;
    beforeAll(async () => {
      desk = openDesk({ policy: { minimumTrust: { destructive: 'community_reviewed' } } });
      desk.write('json-server', pointedAt('json-server', jsonServer.url));
      served = await serveDesk(kind, desk, ['json-server']);
    });
    afterAll(async () => {
      await served.close();
      desk.remove();
    });
    const ask = (category: string, operation: string, params: JsonObject): Promise<Wire> =>
      served.ask('json-server', `mcp_aql_${category}`, { operation, params });
    const user = { user_name: 'dora', password: 'long enough' };

    it('4.5, several', async () => {
      const answer = await ask('create', 'create_user', { ...user, force_create: true, admin_override: true });
      expectPrinted('4.5, several', answer);
    });

    it('4.5, one', async () => {
      expectPrinted('4.5, one', await ask('create', 'create_user', { ...user, force_create: true }));
    });

    it('4.8', async () => {
      expectPrinted('4.8', await ask('read', 'get_users', {}));
    });

    it('5.2', async () => {
      expectPrinted('5.2', await ask('delete', 'delete_user', { user_id: 1 }));
    });
  });

  describe('a server that answers as it is told leads to what is printed in', () => {
    let desk: Desk;
    let served: Served;
    const unavailable = `
  503:
    code: INTERNAL_ERROR
    message_template: "Internal error: GitHub API unavailable"`;
    beforeAll(async () => {
      desk = openDesk();
      for (const name of ['faults', 'limited']) desk.write(name, faultAdapter(name, upstream.url));
      desk.write('ruled', faultAdapter('ruled', upstream.url, snippets + unavailable));
      desk.write('counted', faultAdapter('counted', upstream.url, quota(4000, 4800, 5000)));
      served = await serveDesk(kind, desk, ['faults', 'limited', 'ruled', 'counted']);
      upstream.reset();
      upstream.otherwise(json(200, { full_name: 'acme/widgets' }));
    });
    afterAll(async () => {
      await served.close();
      desk.remove();
    });
    const getRepo = (adapter: string, params: JsonObject = acme): Promise<Wire> =>
      served.ask(adapter, 'mcp_aql_read', { operation: 'get_repo', params });

    it('4.10', async () => {
      upstream.answer({ status: 403, headers: { 'x-accepted-oauth-scopes': 'repo', 'x-oauth-scopes': 'gist' } });
      expectPrinted('4.10', await getRepo('faults'));
    });

    it('4.11', async () => {
      upstream.route('GET', '/repos/acme/widgets', json(503, { message: 'Service temporarily unavailable' }));
      expectPrinted('4.11', await getRepo('ruled'));
      upstream.reset();
      upstream.otherwise(json(200, { full_name: 'acme/widgets' }));
    });

    it('5.3', async () => {
      expectPrinted('5.3', await served.ask('faults', 'mcp_aql_delete', { operation: 'bulk_delete' }));
    });

    it('5.5', async () => {
      const headers = {
        'ratelimit-policy': '"core";q=5000;w=3600',
        ratelimit: '"core";r=0;t=1847',
        'retry-after': '1847',
      };
      upstream.answer({ status: 429, headers });
      expectPrinted('5.5', await getRepo('limited'));
    });

    it('8.2', async () => {
      upstream.answer(json(403, { message: 'You have triggered an abuse detection mechanism' }));
      const { error } = await getRepo('ruled');
      expect(error).toMatchObject({
        code: 'GITHUB_ABUSE_DETECTED',
        message: 'Abuse detection triggered: You have triggered an abuse detection mechanism',
        details: { recourse: { recovery: 'wait', retryable: true } },
      });
    });

    it('8.3', async () => {
      upstream.answer(json(404, { message: 'Not Found' }), json(403, { message: 'API rate limit exceeded' }));
      expect((await getRepo('ruled', missing)).error).toMatchObject({
        code: 'NOT_FOUND_REPOSITORY',
        message: "Repository 'octocat/nonexistent' not found",
      });
      expect((await getRepo('ruled')).error).toMatchObject({
        code: 'RATE_LIMIT_EXCEEDED',
        message: 'API rate limit exceeded',
      });
    });

    it('8.4', async () => {
      const call = (params: JsonObject): JsonObject => ({ operation: 'get_repo', params });
      const ok = json(200, {});
      upstream.answer(ok, json(404, { message: 'Not Found' }), ok, json(403, { message: 'Forbidden' }));
      const operations = [call(acme), call(missing), call(acme), call(acme), call({ repo: 'widgets' })];
      expectPrinted('8.4', await served.ask('faults', 'mcp_aql_read', { operations }));
    });

    it('5.6, 5.7 and 5.8', { timeout: 240_000 }, async () => {
      /** As many successes, counted one by one. */
      const pass = async (count: number, ask: (args: JsonObject) => Promise<Wire>): Promise<void> => {
        for (let left = count; left > 0; left -= 20) {
          const item = { operation: 'get_repo', params: acme };
          const operations = Array.from({ length: Math.min(left, 20) }, () => item);
          const answer = await ask({ operations });
          if (!answer.success) throw new Error(JSON.stringify(answer));
        }
      };
      /** The same in another process on the same store, without the wire and the upstream, which are slow. */
      const passElsewhere = async (count: number): Promise<void> => {
        const operator = await openOperator({ cwd: desk.folder, environment: {} });
        const { adapter } = readAdapter(faultAdapter('counted', upstream.url, quota(4000, 4900, 5000)));
        if (!adapter) throw new Error('The adapter is not valid');
        const exchange = { ...exchangeOf(adapter), send: () => Promise.resolve(succeed({})) };
        const other = await linkClient(createAqlServer({ adapter, exchange, server: operator.options }));
        await pass(count, async (args) => (await other.callTool('mcp_aql_read', args)).structuredContent);
        await other.close();
        await operator.close();
      };
      const pauseAt = async (pause: number): Promise<void> => {
        desk.write('counted', faultAdapter('counted', upstream.url, quota(4000, pause, 5000)));
        const status = { operation: 'introspect', params: { query: 'quota_status' } };
        const standing = async () => (await served.ask('counted', 'mcp_aql_read', status)).data.quotas[0].pause;
        await expect.poll(standing, { timeout: 30_000 }).toBe(pause);
      };

      await passElsewhere(4099);
      expectPrinted('5.8', await getRepo('counted'));
      // The pause of the example comes late: its threshold was higher before.
      await pauseAt(4900);
      await passElsewhere(749);
      await pauseAt(4800);
      const paused = await getRepo('counted');
      expectPrinted('5.6', paused);
      const carried = { ...acme, _quota_continue: paused.error.details.confirmation_token };
      expect(await getRepo('counted', carried)).toMatchObject({ success: true });
      await pass(150, (args) => served.ask('counted', 'mcp_aql_read', args));
      expectPrinted('5.7', await getRepo('counted'));
    });
  });
});

describe('the mask', () => {
  it('has seen every example', () => {
    expect([...answers.keys()].sort()).toEqual(Object.keys(examples).sort());
  });

  it.each(volatiles.flatMap((rule) => rule.in.map((section) => [section, rule.path, rule] as const)))(
    'hides in %s what is there: %s',
    (section, path, { form, why }) => {
      expect(why).toMatch(/\.$/u);
      expect(placesOf(answers.get(section), path).length).toBeGreaterThan(0);
      // Fields of our own are in no example; fields that only have to look alike are in both.
      expect(placesOf(example(section), path).length > 0).toBe(form !== undefined);
    },
  );

  it.each(Object.keys(examples))('hides nothing else in %s', (section) => {
    const rules = volatilesOf(section);
    const printed = mask(example(section), rules);
    const leaves = [...leavesOf(printed, [])];
    expect(leaves.length).toBeGreaterThan(1);
    for (const path of leaves) {
      const changed = changedAt(answers.get(section), path);
      expect(mask(changed, rules), path.join('.')).not.toEqual(printed);
    }
    expect(mask({ ...answers.get(section), more: 1 }, rules)).not.toEqual(printed);
  });
});

/** The paths of all single values. */
function* leavesOf(value: unknown, path: readonly string[]): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) yield path;
  else for (const [name, inner] of Object.entries(value)) yield* leavesOf(inner, [...path, name]);
}

const changedAt = (root: Wire, path: readonly string[]): Wire => {
  const copy = structuredClone(root);
  const last = path.at(-1) ?? '';
  const holder = path.slice(0, -1).reduce((value: Wire, name) => value[name], copy);
  holder[last] = -1;
  return copy;
};
