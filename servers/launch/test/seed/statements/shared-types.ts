import { hash } from 'node:crypto';
import { expect } from 'vitest';
import { failing, fixed, ready } from '../shared-runs.ts';
import type { Section } from '../statement.ts';

const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/) as string;

export const sharedTypes: Section = {
  heading: 'Shared types',
  statements: [
    {
      says: 'RunStatus { run_id, state, section_states, open_issues, artifacts }',
      holds: async (desk) => {
        const { run_id } = await failing(desk);
        const { remaining_blockers } = await fixed(desk);
        const { status } = await desk.call('launch_get_status', { run_id });
        expect(status).toEqual({
          run_id: expect.stringMatching(/^r_\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ_[0-9a-f]{4,}$/) as string,
          state: 'VALIDATING',
          section_states: { products: 'DONE', docs: 'MERGED_IN_WORKTREE' },
          open_issues: Array.from({ length: remaining_blockers }, () => ({
            issue_id: expect.stringMatching(/^iss_/) as string,
            severity: 'blocker',
            gate: 'template_tokens',
            title: expect.stringContaining('unresolved token') as string,
          })),
          artifacts: expect.arrayContaining([
            { name: 'page_plan.json', sha256 },
            { name: 'validation_report.json', sha256 },
          ]) as unknown[],
        });
      },
    },
    {
      says: 'ArtifactResponse { ok, run_id, artifact: { name, content_type, sha256, content } }',
      holds: async (desk) => {
        const run_id = await ready(desk);
        const answer = await desk.call('launch_get_artifact', { run_id, artifact_name: 'page_plan.json' });
        const { content } = answer.artifact;
        expect(answer).toMatchObject({
          ok: true,
          run_id,
          artifact: { name: 'page_plan.json', content_type: 'application/json', sha256: hash('sha256', content) },
        });
        expect(JSON.parse(content).pages.length).toBeGreaterThan(0);
        const { status } = await desk.call('launch_get_status', { run_id });
        expect(status.artifacts).toContainEqual({ name: 'page_plan.json', sha256: answer.artifact.sha256 });
      },
    },
    {
      says: 'for non-text artifacts, content MUST be base64 and content_type MUST reflect it',
      holds: async ({ world, openPicture }) => {
        const { linked, run_id, close } = await openPicture(world);
        try {
          const { structuredContent } = await linked.callTool('launch_get_artifact', {
            run_id,
            artifact_name: 'logo.png',
          });
          expect(structuredContent).toMatchObject({
            ok: true,
            artifact: {
              content_type: 'image/png',
              encoding: 'base64',
              content: Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64'),
            },
          });
        } finally {
          await close();
        }
      },
    },
  ],
};
