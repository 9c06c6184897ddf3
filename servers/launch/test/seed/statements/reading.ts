import { expect } from 'vitest';
import { ready } from '../shared-runs.ts';
import type { Section } from '../statement.ts';

export const getStatus: Section = {
  heading: 'launch_get_status',
  statements: [
    {
      says: 'Request { run_id }, response { ok: true, status: RunStatus }',
      holds: async (desk) => {
        const run_id = await ready(desk);
        expect(await desk.call('launch_get_status', { run_id })).toMatchObject({
          ok: true,
          status: { run_id, state: 'READY_FOR_PR', section_states: { docs: 'DONE' }, open_issues: [] },
        });
      },
    },
  ],
};

export const getArtifact: Section = {
  heading: 'launch_get_artifact',
  statements: [
    {
      says: 'Request { run_id, artifact_name }, response ArtifactResponse, for every artifact of the run',
      holds: async (desk) => {
        const run_id = await ready(desk);
        const { status } = await desk.call('launch_get_status', { run_id });
        for (const { name, sha256 } of status.artifacts) {
          expect(await desk.call('launch_get_artifact', { run_id, artifact_name: name }), name).toMatchObject({
            ok: true,
            run_id,
            artifact: { name, sha256, content: expect.any(String) },
          });
        }
      },
    },
    {
      says: 'A name that is not an artifact of the run',
      holds: async (desk) => {
        const run_id = await ready(desk);
        expect(await desk.call('launch_get_artifact', { run_id, artifact_name: '../state.db' })).toMatchObject({
          ok: false,
          run_id,
          error: { code: 'ARTIFACT_NOT_FOUND', retryable: false },
        });
      },
    },
  ],
};

export const listRuns: Section = {
  heading: 'launch_list_runs',
  statements: [
    {
      says: 'Request { filter: { product_slug, state } }, both optional',
      holds: async (desk) => {
        const run_id = await ready(desk);
        const idsOf = async (args: object): Promise<readonly string[]> => {
          const { runs } = await desk.call('launch_list_runs', { ...args });
          return runs.map((row: { run_id: string }) => row.run_id);
        };
        for (const args of [{}, { filter: {} }, { filter: { product_slug: 'tally' } }, { filter: { state: 'DONE' } }]) {
          expect(await idsOf(args)).toContain(run_id);
        }
        expect(await idsOf({ filter: { product_slug: 'tally', state: 'FIXING' } })).toEqual([]);
        expect(await idsOf({ filter: { product_slug: 'other' } })).toEqual([]);
      },
    },
    {
      says: 'Response { ok: true, runs: [{ run_id, product_slug, state, started_at, finished_at }] }',
      holds: async (desk) => {
        const run_id = await ready(desk);
        const { ok, runs } = await desk.call('launch_list_runs', { filter: { state: 'DONE' } });
        const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
        expect({ ok, runs }).toEqual({
          ok: true,
          runs: [{ run_id, product_slug: 'tally', state: 'DONE', started_at: time, finished_at: time }],
        });
      },
    },
  ],
};
