import type { Change } from '@recourse/engine';
import { describe, expect, it, vi } from 'vitest';
import { createSignal } from '../testing/create-signal.ts';
import { launchOpener, sampleConfig } from '../testing/open-launch.ts';
import { png } from '../testing/test-pipeline.ts';
import { artifactUri, createArtifactResources } from './artifact-resources.ts';

const open = launchOpener();

describe('the artifacts of a run', () => {
  it('are resources by address, text and bytes, and those of a section too', async () => {
    const { client, rest } = await open();
    const { run_id } = await rest();
    const read = async (key: string) =>
      (await client.client.readResource({ uri: artifactUri(run_id, key) })).contents[0];
    expect(await read('page_plan.json')).toMatchObject({ text: '{"pages":[]}' });
    expect(await read('draft.json/docs')).toMatchObject({ text: '{"section":"docs"}' });
    expect(await read('logo.png')).toMatchObject({ blob: png.toString('base64') });
    await expect(read('../state.db')).rejects.toThrow();
    await expect(client.client.readResource({ uri: 'resource://run/r_nowhere/page_plan.json' })).rejects.toThrow();
  });

  it('are listed, and clients are told when the list changes', async () => {
    const { client, server, runs } = await open({ resourcePollMs: 10 });
    const changed = createSignal();
    const stop = server.changes.subscribe((change) => {
      if (typeof change === 'object' && 'list' in change) changed.give();
    });
    const { run_id } = await runs.start('launch', sampleConfig);
    await runs.wait(run_id);
    await changed.given;
    stop();
    const uri = artifactUri(run_id, 'validation_report.json');
    // The list is renewed by a timer, which must get its turn between two looks.
    await vi.waitFor(async () => {
      const { resources } = await client.client.listResources();
      expect(resources.map((resource) => resource.uri)).toContain(uri);
    }, 10_000);
  });

  it('are changes only if they are new or differ, and not when the server starts', async () => {
    const { runs, rest, call } = await open({ resourcePollMs: 3_600_000 });
    const { run_id } = await rest();
    const heard: Change[] = [];
    const artifacts = createArtifactResources({
      runs,
      pipeline: 'launch',
      overseers: new Set(),
      onChange: (change) => heard.push(change),
    });
    await artifacts.refresh();
    expect(heard).toEqual([]);
    const other = await rest();
    await call('launch_fix_next', { run_id });
    await artifacts.refresh();
    const told = heard.flatMap((change) =>
      typeof change === 'object' && 'resource' in change ? [change.resource] : [],
    );
    const ofRun = (id: string) => told.filter((uri) => uri.startsWith(`resource://run/${id}/`)).sort();
    expect(ofRun(run_id)).toEqual(
      ['patch_bundle.json', 'validation_report.json'].map((name) => artifactUri(run_id, name)),
    );
    expect(ofRun(other.run_id)).toEqual(other.artifacts.map(({ key }) => artifactUri(other.run_id, key)).sort());
    expect(heard).toContainEqual(expect.objectContaining({ list: 'resources' }));
    await artifacts.refresh();
    expect(heard).toHaveLength(told.length + 1);
  });

  it('are published with the schemas of run_config and of the report', async () => {
    const { client } = await open();
    const { contents } = await client.client.readResource({ uri: 'resource://schema/run_config.json' });
    const [schema] = contents;
    expect(schema && 'text' in schema && JSON.parse(schema.text)).toMatchObject({
      additionalProperties: false,
      required: expect.arrayContaining(['product_slug', 'allowed_paths']),
    });
  });
});
