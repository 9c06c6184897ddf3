import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { failing, fixed, held, ready, validated } from '../shared-runs.ts';
import type { Section } from '../statement.ts';
import { readSchema } from './read-schema.ts';

const illegal = (current_state: string, required_states: readonly string[]) => ({
  ok: false,
  error: { code: 'ILLEGAL_STATE', retryable: false, details: { current_state, required_states } },
});
const atLeastLinking = ['LINKING', 'VALIDATING', 'FIXING', 'READY_FOR_PR'];

export const validate: Section = {
  heading: 'launch_validate',
  statements: [
    {
      says: 'Runs the validator (W7) for the current worktree state',
      holds: async (desk) => {
        const run_id = await ready(desk);
        const { validation_report: report } = await validated(desk);
        const gates = (await desk.events()).filter(
          ({ type, subject }) => type === 'GATE_RUN_FINISHED' && subject === `run:${run_id}`,
        );
        // Every gate has run twice: for the run, and for the call.
        expect(gates.length).toBeGreaterThanOrEqual(2 * report.gates.length);
      },
    },
    {
      says: 'run state MUST be at least LINKING',
      holds: async (desk) => {
        const run_id = await held(desk);
        expect(await desk.call('launch_validate', { run_id })).toMatchObject({
          run_id,
          ...illegal('CLONED_INPUTS', atLeastLinking),
        });
      },
    },
    {
      says: 'site worktree MUST exist for the run',
      holds: async (desk) => {
        const run_id = await desk.start({ site_branch: 'no-such-branch' });
        expect(await desk.rest(run_id)).toMatchObject({ state: 'FAILED' });
        expect(await desk.call('launch_validate', { run_id })).toMatchObject({
          run_id,
          ...illegal('FAILED', atLeastLinking),
        });
      },
    },
    {
      says: 'Response { ok: true, run_id, validation_report: validation_report.schema.json }',
      holds: async (desk) => {
        const run_id = await ready(desk);
        const { validation_report, ...rest } = await validated(desk);
        expect(rest).toMatchObject({ ok: true, run_id });
        const fits = new Ajv2020({ strict: false }).compile(await readSchema(desk.linked, 'validation_report.json'));
        expect(fits(validation_report)).toBe(true);
      },
    },
    {
      says: 'ok=true here means the tool executed successfully; gate pass/fail is expressed inside validation_report.ok',
      holds: async (desk) => {
        expect(await validated(desk)).toMatchObject({ ok: true, validation_report: { ok: true } });
        const { run_id } = await fixed(desk);
        expect(await desk.call('launch_validate', { run_id })).toMatchObject({
          ok: true,
          validation_report: { ok: false },
        });
      },
    },
  ],
};

export const fixNext: Section = {
  heading: 'launch_fix_next',
  statements: [
    {
      says: 'Selects the next fixable issue deterministically and applies a fix attempt (W8), then re-validates (W7)',
      holds: async (desk) => {
        const { report } = await failing(desk);
        const { attempted_issue_id, validation_report } = await fixed(desk);
        const first = report.issues.find(({ fixable }: { fixable: boolean }) => fixable);
        expect(attempted_issue_id).toBe(first.issue_id);
        expect(validation_report.issues).not.toContainEqual(expect.objectContaining({ issue_id: first.issue_id }));
      },
    },
    {
      says: 'run state MUST be VALIDATING',
      holds: async (desk) => {
        const run_id = await held(desk);
        expect(await desk.call('launch_fix_next', { run_id })).toMatchObject({
          run_id,
          ...illegal('CLONED_INPUTS', ['VALIDATING']),
        });
      },
    },
    {
      says: 'last validation_report MUST exist and have ok=false',
      holds: async (desk) => {
        const run_id = await ready(desk);
        expect(await validated(desk)).toMatchObject({ validation_report: { ok: true } });
        expect(await desk.call('launch_fix_next', { run_id })).toMatchObject({
          run_id,
          ...illegal('READY_FOR_PR', ['VALIDATING']),
        });
      },
    },
    {
      says: 'Response { ok, run_id, fixed_issue_id, applied_patch_ids, remaining_blockers, validation_report }',
      holds: async (desk) => {
        const { run_id, report } = await failing(desk);
        const answer = await fixed(desk);
        expect(answer).toMatchObject({
          ok: true,
          run_id,
          fixed_issue_id: answer.attempted_issue_id,
          applied_patch_ids: [expect.stringMatching(/^patch_/)],
          remaining_blockers: report.issues.length - 1,
          validation_report: { ok: false },
        });
        const { artifact } = await desk.call('launch_get_artifact', { run_id, artifact_name: 'patch_bundle.json' });
        const ids = JSON.parse(artifact.content).patches.map(({ patch_id }: { patch_id: string }) => patch_id);
        expect(ids).toEqual(expect.arrayContaining(answer.applied_patch_ids));
      },
    },
    {
      says: 'If max_fix_attempts reached, respond with ok=false and error.code=FIX_EXHAUSTED',
      holds: async (desk) => {
        const { run_id } = await fixed(desk);
        expect(await desk.call('launch_fix_next', { run_id })).toMatchObject({
          ok: false,
          run_id,
          error: { code: 'FIX_EXHAUSTED', retryable: false },
        });
        // A person can still act on it.
        expect(await desk.call('launch_get_status', { run_id })).toMatchObject({ status: { state: 'VALIDATING' } });
      },
    },
  ],
};
