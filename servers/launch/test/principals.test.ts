import type { JsonObject } from '@recourse/contract';
import type { Identity } from '@recourse/engine';
import { serveHttp } from '@recourse/server';
import { dialClient } from '@recourse/testkit';
import type { DialOptions, Linked } from '@recourse/testkit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { artifactUri } from '../src/resources/artifact-resources.ts';
import { launchOpener, sampleConfig } from '../src/testing/open-launch.ts';

const open = launchOpener();
const unknownRun = 'r_2026-01-21T10-00-00Z_abcdef01';

/** Each key is the id of its principal. Without a key, a caller at this machine is `local`. */
const identity: Identity = {
  identify: ({ key = 'local' }) => ({ id: key, trust: 'validated' }),
  hasKeys: () => Promise.resolve(true),
};

const openHttp = async (overseers: readonly string[] = []) => {
  const launch = await open({ resourcePollMs: 10, overseers, server: { identity } });
  const serving = await serveHttp(launch.server, { port: 0 });
  onTestFinished(() => serving.close({ now: true }));
  const as = async (key: string, options: DialOptions = {}): Promise<Linked> => {
    const client = await dialClient(serving.url, { headers: { authorization: `Bearer ${key}` }, ...options });
    onTestFinished(() => client.close());
    return client;
  };
  return { ...launch, as };
};

const answerOf = async ({ callTool }: Linked, tool: string, args: JsonObject = {}): Promise<JsonObject> =>
  (await callTool(tool, args)).structuredContent as JsonObject;

const startAs = async (client: Linked, changes: JsonObject = {}): Promise<string> => {
  const run_config = { ...(sampleConfig as unknown as JsonObject), ...changes };
  const started = await answerOf(client, 'launch_start_run', { run_config, idempotency_key: 'one' });
  expect(started).toMatchObject({ ok: true });
  return String(started['run_id']);
};

/** An answer without the values that differ between any two calls. */
const comparable = (answer: unknown, run_id: string): unknown =>
  JSON.parse(
    JSON.stringify(answer)
      .replaceAll(run_id, 'RUN')
      .replaceAll(/"(?:correlation_id|timestamp)":"[^"]*"|"elapsed_ms":[\d.]+/g, '"x":0'),
  );

const runTools = ['get_status', 'get_artifact', 'validate', 'fix_next', 'resume', 'cancel', 'open_pr'] as const;
const argumentsOf = (tool: string, run_id: string): JsonObject =>
  tool === 'get_artifact' ? { run_id, artifact_name: 'page_plan.json' } : { run_id };

describe('the runs of two keys', () => {
  it.each(runTools)('launch_%s answers for the run of another key as for one that does not exist', async (tool) => {
    const { as, runs } = await openHttp();
    const [ada, bob] = [await as('ada'), await as('bob')];
    const run_id = await startAs(ada);
    await runs.wait(run_id);
    const before = await runs.status(run_id);
    const foreign = await answerOf(bob, `launch_${tool}`, argumentsOf(tool, run_id));
    expect(foreign).toMatchObject({ ok: false, run_id, error: { code: 'RUN_NOT_FOUND', retryable: false } });
    const unknown = await answerOf(bob, `launch_${tool}`, argumentsOf(tool, unknownRun));
    expect(comparable(foreign, run_id)).toEqual(comparable(unknown, unknownRun));
    expect(await runs.status(run_id)).toEqual(before);
  });

  it('are listed only for their own key, and no cursor reveals that others exist', async () => {
    const { as } = await openHttp();
    const [ada, bob] = [await as('ada'), await as('bob')];
    const [hers, his] = [await startAs(ada), await startAs(bob)];
    const list = (client: Linked, args: JsonObject = {}) => answerOf(client, 'launch_list_runs', args);
    expect(await list(ada)).toMatchObject({ runs: [{ run_id: hers }] });
    expect(await list(bob)).toMatchObject({ runs: [{ run_id: his }] });
    const foreign = await list(bob, { cursor: hers });
    expect(foreign).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    expect(comparable(foreign, hers)).toEqual(comparable(await list(bob, { cursor: unknownRun }), unknownRun));
  });

  it('have their own idempotency keys', async () => {
    const { as } = await openHttp();
    const [ada, bob] = [await as('ada'), await as('bob')];
    const hers = await startAs(ada);
    // With the same key and another configuration, the run of Ada would be a conflict.
    const his = await startAs(bob, { product_slug: 'other' });
    expect(his).not.toBe(hers);
    expect(await startAs(ada)).toBe(hers);
  });

  it.each(['session', '2026-07-28'] as const)('are resources of their own key only (%s)', async (protocol) => {
    const { as, runs } = await openHttp();
    const [ada, bob] = [await as('ada', { protocol }), await as('bob', { protocol })];
    const run_id = await startAs(ada);
    await runs.wait(run_id);
    const uri = artifactUri(run_id, 'page_plan.json');
    const urisOf = async ({ client }: Linked) => (await client.listResources()).resources.map((one) => one.uri);
    await vi.waitFor(async () => expect(await urisOf(ada)).toContain(uri), 10_000);
    expect((await urisOf(bob)).filter((listed) => listed.startsWith('resource://run/'))).toEqual([]);
    const { resources } = await ada.client.listResources();
    expect(JSON.stringify(resources)).not.toContain('"owner"');
    expect(await ada.client.readResource({ uri })).toMatchObject({ contents: [{ text: '{"pages":[]}' }] });
    const refusalOf = async (address: string) => {
      const { code, message, data } = await bob.client.readResource({ uri: address }).then(
        () => expect.fail('it was read'),
        (error: { code: number; message: string; data: unknown }) => error,
      );
      return { code, message, data };
    };
    const unknown = artifactUri(unknownRun, 'page_plan.json');
    expect(comparable(await refusalOf(uri), run_id)).toEqual(comparable(await refusalOf(unknown), unknownRun));
  });

  it('are announced to their own key only, also to one that subscribed to the address', async () => {
    const { as, runs, server } = await openHttp();
    const told = { ada: [] as string[], bob: [] as string[] };
    const watch = async (name: 'ada' | 'bob') => {
      const linked = await as(name, { protocol: 'session' });
      const { client } = linked;
      client.setNotificationHandler('notifications/resources/list_changed', () => void told[name].push('list'));
      client.setNotificationHandler(
        'notifications/resources/updated',
        ({ params }) => void told[name].push(params.uri),
      );
      return linked;
    };
    const [ada, bob] = [await watch('ada'), await watch('bob')];
    const run_id = await startAs(ada);
    await runs.wait(run_id);
    const uri = artifactUri(run_id, 'validation_report.json');
    for (const { client } of [ada, bob]) await client.subscribeResource({ uri });
    await vi.waitFor(() => expect(told.ada).toContain('list'), 10_000);
    server.notify({ resource: uri, owner: 'ada' });
    // For everyone: by then all that came before has been told.
    server.notify('resources');
    await vi.waitFor(() => expect(told.bob).toEqual(['list']), 10_000);
    await vi.waitFor(() => expect(told.ada).toContain(uri), 10_000);
  });

  it('are announced to their own key only on streams of 2026-07-28', async () => {
    const { as, server } = await openHttp();
    const uri = artifactUri(unknownRun, 'page_plan.json');
    const told = { ada: [] as string[], bob: [] as string[] };
    for (const name of ['ada', 'bob'] as const) {
      const { client } = await as(name, { protocol: '2026-07-28' });
      client.setNotificationHandler('notifications/resources/list_changed', () => void told[name].push('list'));
      client.setNotificationHandler(
        'notifications/resources/updated',
        ({ params }) => void told[name].push(params.uri),
      );
      await client.listen({ resourcesListChanged: true, resourceSubscriptions: [uri] });
    }
    server.notify({ list: 'resources', owner: 'ada' });
    server.notify({ resource: uri, owner: 'ada' });
    server.notify('resources');
    await vi.waitFor(() => expect(told).toEqual({ ada: ['list', uri, 'list'], bob: ['list'] }), 10_000);
  });
});

describe('a principal that the operator names as an overseer', () => {
  it.each([['olga'], ['*']])('uses the runs of all (%s)', async (overseer) => {
    const { as, runs } = await openHttp([overseer]);
    const [ada, olga] = [await as('ada'), await as('olga')];
    const run_id = await startAs(ada);
    await runs.wait(run_id);
    expect(await answerOf(olga, 'launch_get_status', { run_id })).toMatchObject({ ok: true, run_id });
    expect(await answerOf(olga, 'launch_list_runs')).toMatchObject({ runs: [{ run_id }] });
    const uri = artifactUri(run_id, 'page_plan.json');
    expect(await olga.client.readResource({ uri })).toMatchObject({ contents: [{ uri }] });
    expect(await answerOf(olga, 'launch_cancel', { run_id })).toMatchObject({ ok: true, cancelled: true });
  });
});

it('a run of the operator is not visible to a key', async () => {
  const { as, rest, call } = await openHttp();
  const { run_id } = await rest();
  expect(await answerOf(await as('ada'), 'launch_get_status', { run_id })).toMatchObject({
    error: { code: 'RUN_NOT_FOUND' },
  });
  expect(await call('launch_get_status', { run_id })).toMatchObject({ ok: true });
});
