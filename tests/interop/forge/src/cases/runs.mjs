export const runCases = [
  {
    name: 'keeps releases',
    async run({ witness, tokens, expect }) {
      const call = (method, path, body, token = tokens.wim) =>
        witness.call(method, `/repos/ada/lab/releases${path}`, { token, body });
      expect((await call('GET', '/latest')).status).toBe(404);
      const made = await call('POST', '', { tag_name: 'v2', name: 'Two', body: 'text' });
      expect(made.status).toBe(201);
      expect((await call('POST', '', { tag_name: 'v2' })).data.errors[0].code).toBe('already_exists');
      expect((await call('POST', '', { tag_name: 'v3', draft: true })).status).toBe(201);
      expect((await call('GET', '')).data).toHaveLength(2);
      expect((await call('GET', '', undefined, tokens.rea)).data).toHaveLength(1);
      for (const path of [`/${made.data.id}`, '/latest', '/tags/v2'])
        expect((await call('GET', path)).data.id).toBe(made.data.id);
      expect((await call('GET', '/tags/none')).status).toBe(404);
      expect((await call('DELETE', `/${made.data.id}`)).status).toBe(204);
      expect((await call('DELETE', `/${made.data.id}`)).status).toBe(404);
      expect((await call('GET', `/${made.data.id}`, undefined, 'wrong')).status).toBe(401);
    },
  },
  {
    name: 'keeps runs of workflows',
    async run({ lab, witness, tokens, expect }) {
      const call = (path) => witness.call('GET', `/repos/ada/lab/${path}`, { token: tokens.rea });
      const steps = [{ name: 'Build', conclusion: 'success', log: 'ok\n' }];
      const response = await fetch(`${lab.url}/_forge/workflow-runs`, {
        method: 'POST',
        headers: { 'x-forge-key': 'lab-key' },
        body: JSON.stringify({
          owner: 'ada',
          repo: 'lab',
          workflow: 'CI',
          branch: 'feature',
          jobs: [
            { name: 'build', conclusion: 'success', steps },
            { name: 'test', status: 'in_progress' },
          ],
        }),
      });
      const { id, jobs } = await response.json();
      expect((await call('actions/workflows')).data.total_count).toBe(1);
      expect((await call('actions/workflows/ci.yml')).status).toBe(200);
      expect((await call('actions/workflows/ci.yml/runs')).data.total_count).toBe(1);
      const { workflow_runs: runs } = (await call('actions/runs?branch=feature')).data;
      expect(runs[0]).toMatchObject({ status: 'in_progress', conclusion: null });
      expect((await call(`actions/runs/${id}`)).status).toBe(200);
      expect((await call(`actions/runs/${id}/jobs`)).data.jobs).toHaveLength(2);
      expect((await call(`actions/runs/${id}/artifacts`)).data.artifacts).toEqual([]);
      expect((await call(`actions/runs/${id}/logs`)).status).toBe(302);
      expect((await call(`actions/jobs/${jobs[0]}`)).data.steps).toHaveLength(1);
      expect((await call(`actions/jobs/${jobs[0]}/logs`)).status).toBe(302);
      expect((await call(`check-runs/${jobs[0]}/annotations`)).data).toEqual([]);
    },
  },
];
