import type { RunStatus } from '@recourse/runs';
import { describe, expect, it } from 'vitest';
import { runConfigSchema } from '../config/run-config.ts';
import { sampleConfig } from '../testing/open-launch.ts';
import { sectionStatesOf } from './section-states.ts';

const config = runConfigSchema.parse({
  ...sampleConfig,
  site_layout: { subdomain_roots: { docs: 'content/documentation' } },
});
const statusOf = (keys: readonly string[], more: object = {}) =>
  ({ artifacts: keys.map((key) => ({ key })), work_items: [], open_issues: [], ...more }) as unknown as RunStatus;
const states = (...given: Parameters<typeof statusOf>) => sectionStatesOf(statusOf(...given), config);
const all = ['page_plan.json', 'draft.json/docs', 'patch_bundle.json', 'validation_report.json'];

describe('section_states', () => {
  it.each([
    ['NOT_STARTED', []],
    ['OUTLINED', ['page_plan.json']],
    ['DRAFTED', ['page_plan.json', 'draft.json/docs']],
    ['MERGED_IN_WORKTREE', ['page_plan.json', 'draft.json/docs', 'patch_bundle.json']],
    ['DONE', all],
  ])('are %s with the artifacts %j', (state, keys) => {
    expect(states(keys)['docs']).toBe(state);
  });

  it('tell sections apart by their folders', () => {
    const issue = { severity: 'error', path: 'content/documentation/a.md' };
    expect(states(all, { open_issues: [issue] })).toEqual({ products: 'DONE', docs: 'MERGED_IN_WORKTREE' });
    const other = { severity: 'error', path: 'content/documentation-old/a.md' };
    expect(states(all, { open_issues: [other] })['docs']).toBe('DONE');
    expect(states(all, { open_issues: [{ ...issue, severity: 'warn' }] })['docs']).toBe('DONE');
  });

  it('are BLOCKED if the newest attempt of the writer failed', () => {
    const item = (status: string) => ({ kind: 'step', worker: 'draft_sections', scope: 'docs', status });
    expect(states(['page_plan.json'], { work_items: [item('failed')] })).toEqual({
      products: 'OUTLINED',
      docs: 'BLOCKED',
    });
    expect(states(['page_plan.json'], { work_items: [item('failed'), item('running')] })['docs']).toBe('OUTLINED');
  });
});
