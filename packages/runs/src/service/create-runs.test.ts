import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definePipeline } from '../pipeline/define-pipeline.ts';
import { fixer, gate, publication, step } from '../pipeline/definitions.ts';
import { json, text } from '../pipeline/artifact-kinds.ts';
import { opener } from '../testing/open-runs.ts';

const open = opener();

const config = z.strictObject({ title: z.string(), sections: z.array(z.string()).default(['a', 'b']) });
type Config = z.output<typeof config>;

const page = definePipeline({
  name: 'page',
  config,
  artifacts: { plan: json(z.strictObject({ title: z.string() })), draft: text(), page: text(), url: text() },
  steps: [
    step<Config>('make_plan', { enters: 'PLANNING', makes: ['plan'] }, ({ config }) => ({
      plan: { title: config.title },
    })),
    step<Config>(
      'draft_sections',
      { enters: 'DRAFTING', each: ({ config }) => config.sections, needs: ['plan'], makes: ['draft'] },
      ({ scope }) => ({ draft: `Section ${scope}` }),
    ),
    step<Config>('join', { enters: 'JOINING', needs: ['draft'], makes: ['page'] }, async ({ artifacts }) => {
      const drafts = await Promise.all(artifacts.scopes('draft').map((scope) => artifacts.text('draft', scope)));
      return { page: drafts.join('\n') };
    }),
  ],
  gates: [
    gate<Config>('has_title', { needs: ['page'] }, async ({ artifacts, config }) =>
      (await artifacts.text('page')).startsWith(config.title)
        ? []
        : [{ code: 'NO_TITLE', severity: 'error', message: 'The page has no title' }],
    ),
  ],
  fixers: [
    fixer<Config>(
      'add_title',
      { fixes: ({ code }) => code === 'NO_TITLE', needs: ['page'], makes: ['page'] },
      async ({ artifacts, config }) => ({ page: `${config.title}\n${await artifacts.text('page')}` }),
    ),
  ],
  publish: publication('put_online', { needs: ['page'], makes: ['url'] }, () => ({ url: 'https://example.org/' })),
});

describe('a run', () => {
  it('goes through its steps, is fixed, waits to be published, and is done', async () => {
    const { runs } = await open({ pipelines: [page] });
    await runs.work();
    const { run_id, state, replayed } = await runs.start('page', { title: 'Guide' });
    expect({ state, replayed }).toEqual({ state: 'CREATED', replayed: false });
    const waiting = await runs.wait(run_id);
    expect(waiting).toMatchObject({ state: 'READY', fix_attempts: 1, failure: null, open_issues: [] });
    expect(Buffer.from((await runs.artifact(run_id, 'page')).content).toString()).toBe('Guide\nSection a\nSection b');
    await runs.request(run_id, 'publish');
    const done = await runs.wait(run_id);
    expect(done).toMatchObject({ state: 'DONE', progress: { percent: 100, running: [] } });
    expect(
      (await runs.events(run_id))
        .filter(({ type }) => type === 'RUN_STATE_CHANGED')
        .map(({ payload }) => payload['new_state']),
    ).toEqual(['PLANNING', 'DRAFTING', 'JOINING', 'VALIDATING', 'FIXING', 'VALIDATING', 'READY', 'PUBLISHED', 'DONE']);
  });
});
