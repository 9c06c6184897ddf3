import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readGuide } from '../src/deployment/guide.mjs';
import { postgresPrograms } from '../src/deployment/open-postgres.mjs';
import { openPrometheus } from '../src/deployment/open-prometheus.mjs';
import { openWorld } from '../src/deployment/open-world.mjs';
import { openProvider, robot } from '../src/open-provider.mjs';

const isPossible = postgresPrograms !== undefined && existsSync('/usr/sbin/nginx');
if (!isPossible) console.error('PostgreSQL or nginx is not installed: the deployment guide is not executed.');

/** The steps build on each other, so they run in the order of the guide. */
describe.skipIf(!isPossible && process.env.CI !== 'true')('the deployment guide', () => {
  let world;
  let provider;
  let blocks;
  const under = (heading, language = 'sh') =>
    blocks.filter((block) => block.heading === heading && block.language === language).map(({ body }) => body);
  const call = (token, tool = 'test_simple_text') => world.ask(`/fixture/tools/${tool}`, { token, body: '{}' });
  const names = async (token) =>
    JSON.parse((await world.ask('/fixture/tools', { token })).text).tools.map(({ name }) => name);

  beforeAll(async () => {
    blocks = await readGuide();
    provider = await openProvider({ scopes: ['tools:read', 'tools:all'], granted: [] });
    world = await openWorld(provider.issuer);
  });
  afterAll(async () => {
    await world?.close();
    await provider?.close();
  });

  it('brings three processes up behind nginx with TLS, on one PostgreSQL', async () => {
    const [environment, store, units, check] = under('Step by step');
    await world.run(environment);
    world.write('etc/recourse.config.json', under('Step by step', 'json')[0]);
    await world.run(store);
    world.write('units/recourse@.service', under('Step by step', 'ini')[0]);
    await world.run(units);
    world.write('nginx/recourse.conf', under('Step by step', 'nginx')[0]);
    const shown = await world.run(check);
    expect(shown).toContain('{"ok":true}');
    expect(shown).toContain('test_simple_text');
    expect(new Set(world.pids()).size).toBe(3);
  });

  it('has a unit that systemd accepts', () => {
    const { status, stderr, error } = spawnSync('systemd-analyze', ['verify', world.at('units/recourse@.service')], {
      encoding: 'utf8',
    });
    if (error) return expect(process.env.CI).not.toBe('true');
    expect([status, stderr.split('\n').filter((line) => line.includes('recourse@'))]).toEqual([0, []]);
    // The check finds a setting that does not exist.
    const wrong = world.at('units/wrong@.service');
    writeFileSync(wrong, world.read('units/recourse@.service').replace('KillMode=', 'KilMode='));
    const found = spawnSync('systemd-analyze', ['verify', wrong], { encoding: 'utf8' });
    expect(found.stderr).toContain('KilMode');
  });

  it('serves keys and access tokens side by side, each with its own tools', async () => {
    expect((await call(world.read('etc/ci.key'))).status).toBe(200);
    expect(await names(world.read('etc/viewer.key'))).toEqual(['test_simple_text']);
    expect((await call()).headers['www-authenticate']).toContain('/.well-known/oauth-protected-resource');
    const response = await fetch(`${provider.issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${robot.clientId}:${robot.clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        scope: 'tools:read',
        resource: `${world.resource}/fixture/mcp`,
      }),
    });
    const { access_token: token } = await response.json();
    expect(await names(token)).toEqual(['test_simple_text']);
    expect((await call(token)).status).toBe(200);
    expect((await call(token, 'test_error_handling')).status).toBe(403);
  });

  it('restarts the processes one by one while calls go on', async () => {
    const before = world.pids();
    const key = world.read('etc/ci.key');
    const over = new AbortController();
    const statuses = [];
    const load = (async () => {
      while (!over.signal.aborted) statuses.push((await call(key)).status);
    })();
    try {
      await world.run(under('Restarting the processes one by one')[0]);
    } finally {
      over.abort();
      await load;
    }
    expect(world.pids().filter((pid) => before.includes(pid))).toEqual([]);
    expect(statuses.length).toBeGreaterThan(3);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('backs the store up, and restores it intact', async () => {
    const [commands] = under('Backup and restore');
    expect(await world.run(commands)).not.toMatch(/problem/iu);
    const restored = `set -a; . /etc/recourse/environment; set +a; cd /etc/recourse
      recourse keys list --json --store "\${RECOURSE_DATABASE_URL%/*}/restored"`;
    expect(await world.run(restored)).toContain('"prometheus"');
  });

  it('replaces a key', async () => {
    const old = world.read('etc/ci.key');
    await world.run(under('Replacing keys')[0]);
    expect((await call(world.read('etc/ci.new.key'))).status).toBe(200);
    await expect.poll(async () => (await call(old)).status, { timeout: 20_000 }).toBe(401);
  });

  it('lets Prometheus scrape a process', async () => {
    const [copy, scrape] = under('Prometheus');
    await world.run(copy);
    expect(world.read('prometheus/recourse.key')).toBe(world.read('etc/prometheus.key'));
    const scraped = await world.run(scrape);
    expect(scraped).toMatch(/^# TYPE recourse_calls counter$/mu);
    expect(scraped).toMatch(/^recourse_calls_total\{server="fixture",.*\} \d+$/mu);
    expect(scraped).toContain('recourse_store_up 1');
    expect(scraped.endsWith('# EOF\n')).toBe(true);
    expect((await world.ask('/metrics')).status).toBe(401);
  });

  it('has a configuration with which Prometheus scrapes and parses all three', async () => {
    if (!existsSync('/usr/bin/prometheus')) return expect(process.env.CI).not.toBe('true');
    world.write('prometheus/prometheus.yml', under('Prometheus', 'yaml')[0]);
    const prometheus = await openPrometheus(world.at('prometheus/prometheus.yml'));
    try {
      const scraped = async () =>
        (await prometheus.ask('targets'))?.activeTargets.map(({ health, lastError }) => [health, lastError]);
      const up = ['up', ''];
      await expect.poll(scraped, { timeout: 30_000 }).toEqual([up, up, up]);
      const value = async (query) => {
        const { result } = await prometheus.ask(`query?query=${encodeURIComponent(query)}`);
        return Number(result[0]?.value[1]);
      };
      expect(await value('sum(recourse_store_up)')).toBe(3);
      expect(await value('sum(recourse_calls_total{server="fixture",result="ok"})')).toBeGreaterThan(0);
      const buckets = 'sum by (le) (recourse_call_duration_seconds_bucket{operation="test_simple_text"})';
      expect(await value(`histogram_quantile(0.99, ${buckets})`)).toBeGreaterThan(0);
    } finally {
      await prometheus.close();
    }
  });
});
