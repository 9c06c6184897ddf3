import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fail, RunError } from '../failing.ts';
import { json, text } from '../pipeline/artifact-kinds.ts';
import { definePipeline } from '../pipeline/define-pipeline.ts';
import { fixer, gate, publication, step } from '../pipeline/definitions.ts';
import type { GateFindings, PipelineDefinition } from '../pipeline/definitions.ts';
import { opener } from '../testing/open-runs.ts';

const open = opener();
const config = z.strictObject({ repair: z.boolean().default(false) });
type Config = z.output<typeof config>;

const problem = { code: 'BAD_PAGE', severity: 'error' as const, message: 'The page is bad' };

interface World {
  target: string;
  findings: (page: string) => GateFindings;
  readonly reports: unknown[];
}

const worldOf = (given: Partial<World> = {}): World => ({
  target: 'first',
  findings: () => ({ issues: [] }),
  reports: [],
  ...given,
});

const pipelineOf = (world: World, more: Partial<PipelineDefinition<typeof config>> = {}) =>
  definePipeline({
    name: 'site',
    config,
    artifacts: { target: text(), page: text(), report: json(z.record(z.string(), z.unknown())) },
    steps: [
      step<Config>('find_target', { enters: 'FOUND', makes: ['target'] }, () => ({ target: world.target })),
      step<Config>('write_page', { enters: 'WRITTEN', needs: ['target'], makes: ['page'] }, async ({ artifacts }) => ({
        page: `on ${await artifacts.text('target')}`,
      })),
    ],
    gates: [
      gate<Config>('look', { needs: ['page'], retries: 0 }, async ({ artifacts }) =>
        world.findings(await artifacts.text('page')),
      ),
    ],
    fixers: [fixer<Config>('mend', { fixes: () => true, makes: ['page'] }, () => ({ page: 'mended' }))],
    report: {
      makes: 'report',
      write: ({ gates, issues }) => {
        const report = { ok: issues.length === 0, gates: Object.keys(gates), issues: issues.map(({ code }) => code) };
        world.reports.push(report);
        return report;
      },
    },
    publish: publication<Config>('go_live', { refreshes: ['find_target'] }, () => ({})),
    fixesAlone: ({ repair }) => repair,
    ...more,
  });

describe('the report of a pipeline', () => {
  it('is an artifact that is written each time that the gates find something else', async () => {
    const world = worldOf({ findings: (page) => ({ issues: page === 'mended' ? [] : [problem] }) });
    const { runs } = await open({ pipelines: [pipelineOf(world)] });
    await runs.work();
    const { run_id } = await runs.start('site', {});
    expect(await runs.wait(run_id)).toMatchObject({ state: 'VALIDATING', last_operation: { ok: true } });
    expect(await reportOf(runs, run_id)).toEqual({ ok: false, gates: ['look'], issues: ['BAD_PAGE'] });
    await runs.request(run_id, 'validate');
    await runs.wait(run_id);
    expect(world.reports).toHaveLength(1);
    await runs.request(run_id, 'fix');
    expect(await runs.wait(run_id)).toMatchObject({ state: 'READY' });
    expect(await reportOf(runs, run_id)).toMatchObject({ ok: true, issues: [] });
    expect(await runs.verify(run_id)).toMatchObject({ ok: true });
  });

  it('says which tool a gate used and why a gate was skipped', async () => {
    const tool = { name: 'hugo', version: '0.111.3' };
    const world = worldOf({ findings: () => ({ issues: [], tool, skipped: 'profile local' }) });
    const { runs } = await open({ pipelines: [pipelineOf(world)] });
    await runs.work();
    const { run_id } = await runs.start('site', {});
    expect(await runs.wait(run_id)).toMatchObject({
      state: 'READY',
      gates: { look: { status: 'skipped', tool, reason: 'profile local' } },
    });
  });
});

describe('a configuration', () => {
  it('decides whether a run fixes issues by itself', async () => {
    const world = worldOf({ findings: (page) => ({ issues: page === 'mended' ? [] : [problem] }) });
    const { runs } = await open({ pipelines: [pipelineOf(world)] });
    await runs.work();
    const { run_id } = await runs.start('site', { repair: true });
    expect(await runs.wait(run_id)).toMatchObject({ state: 'READY', fix_attempts: 1 });
  });
});

describe('a publication with steps to refresh', () => {
  it('publishes without running gates again if the steps find nothing new', async () => {
    const world = worldOf();
    const { runs } = await open({ pipelines: [pipelineOf(world)] });
    await runs.work();
    const { run_id } = await runs.start('site', {});
    await runs.wait(run_id);
    await runs.request(run_id, 'publish');
    const { state, work_items } = await runs.wait(run_id);
    expect(state).toBe('DONE');
    expect(work_items.map(({ worker, attempt }) => `${worker} ${attempt}`)).toContain('find_target 2');
    expect(work_items.filter(({ worker }) => worker === 'look')).toHaveLength(1);
  });

  it('runs steps and gates again if the target has changed', async () => {
    const world = worldOf();
    const { runs } = await open({ pipelines: [pipelineOf(world)] });
    await runs.work();
    const { run_id } = await runs.start('site', {});
    await runs.wait(run_id);
    world.target = 'second';
    await runs.request(run_id, 'publish');
    expect(await runs.wait(run_id)).toMatchObject({ state: 'DONE' });
    const { content } = await runs.artifact(run_id, 'page');
    expect(Buffer.from(content).toString()).toBe('on second');
  });

  it('publishes nothing if a gate fails on the new target, and leaves the run in VALIDATING', async () => {
    const world = worldOf({ findings: (page) => ({ issues: page === 'on first' ? [] : [problem] }) });
    const { runs } = await open({ pipelines: [pipelineOf(world)] });
    await runs.work();
    const { run_id } = await runs.start('site', {});
    await runs.wait(run_id);
    world.target = 'second';
    await runs.request(run_id, 'publish');
    const status = await runs.wait(run_id);
    expect(status).toMatchObject({ state: 'VALIDATING', last_operation: { ok: false, code: 'ILLEGAL_STATE' } });
    expect(status.work_items.some(({ worker }) => worker === 'go_live')).toBe(false);
  });
});

describe('a failure that the pipeline can overcome', () => {
  it('lets the run be resumed once the cause is gone, and not before', async () => {
    let installed = false;
    const needing = gate<Config>('look', { needs: ['page'], retries: 0 }, () => {
      if (!installed) throw new RunError(fail('TOOLCHAIN_MISSING', { tool: 'hugo' }));
      return [];
    });
    const resumes = ({ code }: { readonly code: string }) => code === 'TOOLCHAIN_MISSING' && installed;
    const { runs } = await open({ pipelines: [pipelineOf(worldOf(), { gates: [needing], resumes })] });
    await runs.work();
    const { run_id } = await runs.start('site', {});
    expect(await runs.wait(run_id)).toMatchObject({ state: 'FAILED', failure: { code: 'TOOLCHAIN_MISSING' } });
    await expect(runs.resume(run_id)).rejects.toMatchObject({ failure: { code: 'ILLEGAL_STATE' } });
    installed = true;
    await runs.resume(run_id);
    expect(await runs.wait(run_id)).toMatchObject({ state: 'READY' });
  });
});

describe('definePipeline', () => {
  it('rejects a report without an artifact and a refresh without a step', () => {
    expect(() => pipelineOf(worldOf(), { report: { makes: 'nothing', write: () => ({}) } })).toThrow(
      "the report refers to artifact 'nothing', which is not declared",
    );
    const publish = publication<Config>('go_live', { refreshes: ['nothing'] }, () => ({}));
    expect(() => pipelineOf(worldOf(), { publish })).toThrow("'go_live' refreshes 'nothing', which is not a step");
  });
});

const reportOf = async (runs: Awaited<ReturnType<typeof open>>['runs'], id: string): Promise<unknown> =>
  JSON.parse(Buffer.from((await runs.artifact(id, 'report')).content).toString());
