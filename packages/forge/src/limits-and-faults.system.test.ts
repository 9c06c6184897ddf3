import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { limitPresets } from './limits/limit-settings.ts';
import { smallSeed } from './testing/small-seed.ts';
import { request, startForge, type Reply, type TestForge } from './testing/start-forge.ts';

// Processes are slow on a machine that is busy; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let forge: TestForge;

beforeAll(async () => {
  forge = await startForge(smallSeed, { limits: 'primary' });
});

afterAll(() => forge.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  forge.call('GET', path, { token: 'ada', headers });
const fault = (rule: object): Promise<Reply> => forge.control('POST', 'faults', { times: 1, ...rule });

describe('limits', () => {
  it('show in every answer and refuse when nothing is left', async () => {
    const first = await get('/user');
    expect(first.headers.get('x-ratelimit-limit')).toBe('5000');
    expect(first.headers.get('x-ratelimit-resource')).toBe('core');
    expect(first.headers.get('x-github-request-id')).toMatch(/^[0-9A-F:]{36}$/);
    await forge.control('POST', 'limits', { token: 'ada', bucket: 'core', remaining: 1 });
    expect((await get('/user')).headers.get('x-ratelimit-remaining')).toBe('0');
    const refused = await get('/user');
    expect(refused.status).toBe(403);
    expect(refused.data.message).toContain('API rate limit exceeded');
    expect(Number(refused.headers.get('x-ratelimit-reset')) * 1000).toBeGreaterThan(Date.now());
    expect((await forge.call('GET', '/search/repositories?q=lab', { token: 'ada' })).status).toBe(200);
    await forge.control('POST', 'clock', { advance_ms: 3_600_000 });
    expect((await get('/user')).status).toBe(200);
  });

  it('do not count unchanged responses', async () => {
    const first = await get('/repos/ada/lab');
    const again = await get('/repos/ada/lab', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    expect(again.headers.get('x-ratelimit-used')).toBe(first.headers.get('x-ratelimit-used'));
  });

  it.each([403, 429])('can be met on purpose, with %i', async (status) => {
    await fault({ fault: { kind: 'secondary_limit', status, retry_after: 7 } });
    const limited = await get('/user');
    expect(limited.status).toBe(status);
    expect(limited.headers.get('retry-after')).toBe('7');
    expect(limited.data.documentation_url).toMatch(/secondary-rate-limits$/);
    await fault({ fault: { kind: 'primary_limit', status } });
    const spent = await get('/user');
    expect(spent.status).toBe(status);
    expect(spent.headers.get('x-ratelimit-remaining')).toBe('0');
    await forge.control('POST', 'clock', { advance_ms: 3_600_000 });
  });
});

describe('secondary limits', () => {
  it.each([403, 429] as const)('refuse too many writes in a minute with %i and Retry-After', async (status) => {
    const { primary, secondary } = limitPresets.github;
    const strict = await startForge(smallSeed, {
      limits: { primary, secondary: { ...secondary, contentPerMinute: 2 }, status },
    });
    try {
      const comment = (): Promise<Reply> =>
        strict.call('POST', '/repos/ada/lab/issues', { token: 'ada', body: { title: 'x' } });
      expect([(await comment()).status, (await comment()).status]).toEqual([201, 201]);
      const refused = await comment();
      expect(refused.status).toBe(status);
      expect(refused.headers.get('retry-after')).toBe('60');
      expect(refused.data.message).toContain('secondary rate limit');
      expect(Number(refused.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
      await strict.control('POST', 'clock', { advance_ms: 61_000 });
      expect((await comment()).status).toBe(201);
    } finally {
      await strict.close();
    }
  });
});

describe('faults', () => {
  it('answer with a status, or with a page instead of JSON', async () => {
    await fault({ path: '/user', fault: { kind: 'status', status: 502, message: 'Bad Gateway' } });
    expect(await get('/user')).toMatchObject({ status: 502, data: { message: 'Bad Gateway' } });
    await fault({ fault: { kind: 'html', status: 503 } });
    const page = await get('/user');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect((await get('/user')).status).toBe(200);
  });

  it('drop the connection before the effect or after it', async () => {
    const create = (name: string): Promise<Reply> =>
      forge.call('POST', '/user/repos', { token: 'ada', body: { name } });
    await fault({ method: 'POST', fault: { kind: 'drop_before' } });
    await expect(create('lost')).rejects.toThrow();
    expect((await get('/repos/ada/lost')).status).toBe(404);
    await fault({ method: 'POST', fault: { kind: 'drop_after' } });
    await expect(create('kept')).rejects.toThrow();
    expect((await get('/repos/ada/kept')).status).toBe(200);
  });

  it('are listed, counted and cleared', async () => {
    await fault({ times: 2, path: '/never', fault: { kind: 'latency', ms: 5 } });
    expect((await forge.control('GET', 'faults')).data.faults).toHaveLength(1);
    expect((await forge.control('DELETE', 'faults')).status).toBe(204);
    expect((await forge.control('GET', 'faults')).data.faults).toEqual([]);
  });

  it('need the key, and do not exist unless asked for', async () => {
    expect((await request(`${forge.url}/_forge/faults`, 'GET', {})).status).toBe(401);
    const closed = await startForge(smallSeed, { control: false });
    try {
      expect((await closed.control('GET', 'faults')).status).toBe(404);
    } finally {
      await closed.close();
    }
  });
});
