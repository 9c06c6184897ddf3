import { expect } from 'vitest';
import { artifactUri } from '../../../src/resources/artifact-resources.ts';
import type { Answer, Desk } from '../desk.ts';
import { cancelled, fixed, ready } from '../shared-runs.ts';
import type { Section } from '../statement.ts';

/** The answer of launch_resume for a run whose repository could not be read at first. */
const resumed = ({ once, call, rest, start, world }: Desk): Promise<Answer> =>
  once('resumed', async () => {
    const repository = world.held.hold('ada/tally');
    repository.setBroken(true);
    repository.release();
    const run_id = await start({ github_repo_url: repository.url });
    expect(await rest(run_id)).toMatchObject({ state: 'FAILED' });
    repository.setBroken(false);
    const answer = await call('launch_resume', { run_id });
    const { status } = await call('launch_get_status', { run_id });
    await call('launch_cancel', { run_id });
    return { answer, run_id, status };
  });

/** The answer of launch_open_pr for the run that was in READY_FOR_PR. */
export const published = (desk: Desk): Promise<Answer> =>
  desk.once('published', async () => {
    const run_id = await ready(desk);
    await desk.linked.client.subscribeResource({ uri: artifactUri(run_id, 'pr.json') });
    return desk.call('launch_open_pr', { run_id });
  });

export const resume: Section = {
  heading: 'launch_resume',
  statements: [
    {
      says: 'Resumes a paused/partial run from snapshot',
      holds: async (desk) => {
        const { answer, run_id } = await resumed(desk);
        expect(answer).toMatchObject({ ok: true, run_id, status: { run_id } });
      },
    },
    {
      says: 'continues until the next stable boundary (typically the next state transition)',
      holds: async (desk) => {
        const { answer, status } = await resumed(desk);
        expect(answer.status.state).not.toBe('FAILED');
        expect(['FAILED', 'CANCELLED']).not.toContain(status.state);
      },
    },
    {
      says: 'Response { ok: true, status: RunStatus }',
      holds: async (desk) => {
        const { answer } = await resumed(desk);
        expect(Object.keys(answer.status).sort()).toEqual(
          ['run_id', 'state', 'section_states', 'open_issues', 'artifacts'].sort(),
        );
      },
    },
  ],
};

export const cancel: Section = {
  heading: 'launch_cancel',
  statements: [
    {
      says: 'Cancels a run: { ok: true, run_id, cancelled: true, state: CANCELLED }',
      holds: async (desk) => {
        const answer = await cancelled(desk);
        const { run_id } = answer;
        expect(answer).toEqual({ ok: true, run_id, cancelled: true, state: 'CANCELLED' });
        expect(await desk.call('launch_cancel', { run_id })).toEqual(answer);
        expect(await desk.call('launch_get_status', { run_id })).toMatchObject({ status: { state: 'CANCELLED' } });
      },
    },
  ],
};

export const openPr: Section = {
  heading: 'launch_open_pr',
  statements: [
    {
      says: 'run state MUST be READY_FOR_PR',
      holds: async (desk) => {
        const { run_id, validation_report } = await fixed(desk);
        expect(validation_report.ok).toBe(false);
        expect(await desk.call('launch_open_pr', { run_id })).toMatchObject({
          ok: false,
          run_id,
          error: {
            code: 'ILLEGAL_STATE',
            details: { current_state: 'VALIDATING', required_states: ['READY_FOR_PR'] },
          },
        });
      },
    },
    {
      says: 'last validation_report MUST have ok=true',
      holds: async (desk) => {
        const run_id = await ready(desk);
        await published(desk);
        const { artifact } = await desk.call('launch_get_artifact', {
          run_id,
          artifact_name: 'validation_report.json',
        });
        expect(JSON.parse(artifact.content).ok).toBe(true);
      },
    },
    {
      says: 'Opens a PR using the commit service: { ok: true, run_id, pr_url, branch, commit_sha }',
      holds: async (desk) => {
        const run_id = await ready(desk);
        const answer = await published(desk);
        const [pull] = await desk.world.ask<Answer[]>('/repos/ada/site/pulls');
        expect(answer).toEqual({
          ok: true,
          run_id,
          pr_url: pull.html_url,
          branch: `launch/${run_id}/tally`,
          commit_sha: pull.head.sha,
        });
        expect(pull.head.ref).toBe(answer.branch);
      },
    },
  ],
};
