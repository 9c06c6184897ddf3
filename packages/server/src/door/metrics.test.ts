import type { Identity } from '@recourse/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { createMetrics } from '../metrics/open-metrics.ts';
import { openHttp } from '../testing/open-http.ts';
import { createTickets } from '../testing/tickets.ts';
import type { ServeHttpOptions } from './serve-http.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((serving) => serving.close()));
});

const identity: Identity = {
  identify: ({ key, local }) => {
    if (key !== undefined) return key.startsWith('rk_') ? { id: key.slice(3), trust: 'validated' } : undefined;
    return local ? { id: 'local', trust: 'validated' } : undefined;
  },
  hasKeys: () => Promise.resolve(true),
};

const open = async (options: ServeHttpOptions = {}) => {
  const metrics = await createMetrics();
  const { server } = createTickets({ identity, record: { measure: metrics.measure } });
  const http = await openHttp(server, { metrics: { metrics, principals: ['prometheus'] }, ...options });
  opened.push(http);
  const as = (key: string) => ({ authorization: `Bearer ${key}` });
  const call = (tool: string, body: unknown, key = 'rk_ann') =>
    http.ask({ path: `/tickets/tools/${tool}`, headers: as(key), body });
  const scrape = async (headers: Record<string, string> = {}) => {
    const response = await fetch(http.url.replace(/mcp$/u, 'metrics'), { headers });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  return { http, as, call, scrape };
};

/** The samples of an OpenMetrics text by their names with labels. Throws for a line that the format does not have. */
const samplesIn = (text: string): ReadonlyMap<string, number> => {
  expect(text.endsWith('# EOF\n')).toBe(true);
  const lines = text.split('\n').slice(0, -2);
  return new Map(
    lines.flatMap((line) => {
      if (/^# (?:HELP|TYPE|UNIT) [a-z_]+ .+$/u.test(line)) return [];
      const [, name, value] = /^([a-z_]+(?:\{(?:[a-z_]+="[^"\\\n]*",?)*\})?) (\S+)$/u.exec(line) ?? [];
      if (name === undefined || Number.isNaN(Number(value))) throw new Error(`not a sample: ${line}`);
      return [[name, Number(value)] as const];
    }),
  );
};

describe('/metrics', () => {
  it('counts calls, failures by code, recoveries, durations, calls in flight and the state of the store', async () => {
    const { call, scrape } = await open();
    await call('find_ticket', { id: 404 });
    await call('find_ticket', { id: 1 });
    await call('find_ticket', { id: 2 });
    await call('find_ticket', { id: 404 }, 'rk_bob');
    const { status, type, text } = await scrape();
    expect([status, type]).toEqual([200, 'application/openmetrics-text; version=1.0.0; charset=utf-8']);
    const samples = samplesIn(text);
    const find = 'server="tickets",operation="find_ticket"';
    expect(samples.get(`recourse_calls_total{${find},result="ok"}`)).toBe(2);
    expect(samples.get(`recourse_calls_total{${find},result="failed"}`)).toBe(2);
    const code = 'code="NOT_FOUND_RESOURCE"';
    expect(samples.get(`recourse_failures_total{${find},${code},recovery="discover"}`)).toBe(2);
    expect(samples.get(`recourse_recoveries_total{${find},${code}}`)).toBe(1);
    expect(samples.get(`recourse_call_duration_seconds_count{${find}}`)).toBe(4);
    expect(samples.get('recourse_calls_in_flight')).toBe(0);
    expect(samples.get('recourse_store_up')).toBe(1);
  });

  it('makes no label of a name that a caller sent', async () => {
    const { call, scrape } = await open();
    await call('no_such_tool_at_all', {});
    const { text } = await scrape();
    expect(text).not.toContain('no_such_tool_at_all');
    expect(samplesIn(text).get('recourse_calls_total{server="tickets",operation="none",result="failed"}')).toBe(1);
    expect(text).not.toContain('ann');
  });

  it('shows that the store does not answer', async () => {
    const { scrape } = await open({ ready: () => Promise.reject(new Error('down')) });
    expect(samplesIn((await scrape()).text).get('recourse_store_up')).toBe(0);
  });

  it('is for callers on this machine and keys of the named principals', async () => {
    const { scrape, as } = await open();
    expect((await scrape()).status).toBe(200);
    const proxied = { 'x-forwarded-for': '203.0.113.7' };
    expect((await scrape(proxied)).status).toBe(401);
    expect((await scrape({ ...proxied, ...as('wrong') })).status).toBe(401);
    expect((await scrape({ ...proxied, ...as('rk_ann') })).status).toBe(403);
    expect((await scrape({ ...proxied, ...as('rk_prometheus') })).status).toBe(200);
  });

  it('needs a key everywhere if no caller is anonymous, and does not exist unless it is wanted', async () => {
    const { scrape, as } = await open({ anonymous: 'none' });
    expect((await scrape()).status).toBe(401);
    expect((await scrape(as('rk_prometheus'))).status).toBe(200);
    const without = await open({ metrics: undefined });
    expect((await without.scrape()).status).toBe(404);
  });
});
