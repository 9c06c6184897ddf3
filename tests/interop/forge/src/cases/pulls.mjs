import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the forge has looked, as a client of GitHub must. */
export async function settled(read, number) {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await read(`pulls/${number}`);
    if (answer.data.mergeable !== null || answer.data.state === 'closed') return answer.data;
    await sleep(50);
  }
  throw new Error('mergeable stayed null');
}

export const pullCases = [
  {
    name: 'lists, shows and opens pull requests',
    async run({ witness, tokens, expect }) {
      const call = (method, path, body, token = tokens.wim) =>
        witness.call(method, `/repos/ada/lab/${path}`, { token, body });
      const read = (path) => call('GET', path);
      expect((await read('pulls?state=open&sort=updated&direction=desc')).data).toHaveLength(4);
      expect((await read('pulls?head=ada:feature')).data).toHaveLength(1);
      const open = (body) => call('POST', 'pulls', body);
      expect((await open({ title: 'x', head: 'feature', base: 'main' })).data.errors[0].message).toContain(
        'already exists',
      );
      expect((await open({ title: 'x', head: 'none', base: 'main' })).data.errors[0]).toMatchObject({
        field: 'head',
        code: 'invalid',
      });
      expect((await open({ title: 'x', head: 'main', base: 'main' })).data.errors[0].message).toContain(
        'No commits between',
      );
      expect((await open({ head: 'unopened', base: 'main' })).data.errors[0].code).toBe('missing_field');
      expect((await open({ title: 'x' })).data.errors).toBeUndefined();
      const made = await open({ title: 'Unopened', head: 'unopened', base: 'main', body: 'text' });
      expect(made.status).toBe(201);
      expect(made.data.mergeable).toBeNull();
      expect((await read(`pulls/${made.data.number}`)).data.mergeable_state).toBe('unknown');
      expect((await settled(read, made.data.number)).mergeable_state).toBe('clean');
      expect((await settled(read, 3)).mergeable_state).toBe('draft');
      expect((await settled(read, 4)).mergeable_state).toBe('dirty');
      expect((await settled(read, 5)).mergeable_state).toBe('blocked');
      expect((await read('pulls/999')).status).toBe(404);
      expect((await read('pulls/abc')).status).toBe(404);
      expect((await read('pulls/2/files')).data[0].filename).toBe('src/feature.txt');
      expect((await read('pulls/2/commits')).data).toHaveLength(1);
      expect((await read('pulls?state=bogus')).status).toBe(422);
      const known = await read('pulls/4');
      const again = await witness.call('GET', '/repos/ada/lab/pulls/4', {
        token: tokens.wim,
        headers: { 'if-none-match': known.headers.get('etag') },
      });
      expect(again.status).toBe(304);
      const diff = (number) =>
        witness.call('GET', `/repos/ada/lab/pulls/${number}`, {
          token: tokens.wim,
          headers: { accept: 'application/vnd.github.diff' },
        });
      expect((await diff(2)).data).toContain('+f');
      const long = Buffer.from('line\n'.repeat(20_001)).toString('base64');
      await call('POST', 'git/refs', { ref: 'refs/heads/long', sha: (await read('commits/main')).data.sha });
      await call('PUT', 'contents/long.txt', { message: 'Long', content: long, branch: 'long' });
      const wide = await open({ title: 'Long', head: 'long', base: 'main' });
      expect((await diff(wide.data.number)).status).toBe(406);
      await call('PATCH', `pulls/${wide.data.number}`, { state: 'closed' });
      const patch = (number, body, token) => call('PATCH', `pulls/${number}`, body, token);
      expect((await patch(made.data.number, { title: 'Renamed', body: null })).data.title).toBe('Renamed');
      expect((await patch(made.data.number, { state: 'bogus' })).status).toBe(422);
      expect((await patch(made.data.number, { state: 'closed' }, tokens.rea)).status).toBe(403);
      expect((await patch(made.data.number, { state: 'closed' })).data.state).toBe('closed');
      expect((await patch(made.data.number, { state: 'open' })).data.state).toBe('open');
    },
  },
  {
    name: 'reviews and requests reviews',
    async run({ witness, tokens, expect }) {
      const call = (method, path, body, token = tokens.wim) =>
        witness.call(method, `/repos/ada/lab/${path}`, { token, body });
      expect((await call('GET', 'pulls/2/reviews')).data).toHaveLength(1);
      expect((await call('POST', 'pulls/2/reviews', { event: 'APPROVE' })).data.errors).toEqual([
        'Can not approve your own pull request',
      ]);
      expect((await call('POST', 'pulls/2/reviews', { event: 'APPROVE' }, tokens.ada)).data.state).toBe('APPROVED');
      expect((await call('POST', 'pulls/2/requested_reviewers', { reviewers: ['ada', 'rea'] })).status).toBe(201);
      expect((await call('GET', 'pulls/2/requested_reviewers')).data.users).toHaveLength(2);
      expect((await call('POST', 'pulls/2/requested_reviewers', { reviewers: ['sam'] })).status).toBe(422);
      expect((await call('DELETE', 'pulls/2/requested_reviewers', { reviewers: ['rea'] })).status).toBe(200);
      expect((await call('DELETE', 'pulls/2/requested_reviewers', {})).status).toBe(422);
    },
  },
  {
    name: 'reports statuses and check runs',
    async run({ witness, tokens, expect }) {
      const call = (method, path, body, token = tokens.wim) =>
        witness.call(method, `/repos/ada/lab/${path}`, { token, body });
      const { sha } = (await call('GET', 'commits/feature')).data;
      const post = (body) => call('POST', `statuses/${sha}`, body);
      expect((await post({ state: 'pending', context: 'ci' })).status).toBe(201);
      expect(
        (await post({ state: 'success', context: 'ci', target_url: 'https://ci.example/1', description: 'ok' })).status,
      ).toBe(201);
      expect((await post({ state: 'bogus' })).status).toBe(422);
      expect((await call('POST', `statuses/${'1'.repeat(40)}`, { state: 'success' })).status).toBe(422);
      expect((await call('GET', 'commits/feature/status')).data).toMatchObject({ state: 'success', total_count: 1 });
      expect((await call('GET', `commits/${sha}/statuses`)).data).toHaveLength(2);
      const run = await call('POST', 'check-runs', { name: 'lint', head_sha: sha, status: 'in_progress' });
      expect(run.status).toBe(201);
      expect((await call('POST', 'check-runs', { name: 'lint', head_sha: sha, status: 'completed' })).status).toBe(422);
      expect(
        (
          await call('PATCH', `check-runs/${run.data.id}`, {
            conclusion: 'success',
            output: { title: 't', summary: 's' },
          })
        ).data.status,
      ).toBe('completed');
      expect((await call('GET', `check-runs/${run.data.id}`)).data.conclusion).toBe('success');
      expect((await call('GET', 'check-runs/999')).status).toBe(404);
      expect((await call('GET', 'commits/feature/check-runs')).data.total_count).toBe(1);
      expect((await call('GET', 'commits/none/status')).status).toBe(404);
    },
  },
  {
    name: 'merges, and refuses to by cause',
    async run({ witness, tokens, expect }) {
      const call = (method, path, body, token = tokens.wim) =>
        witness.call(method, `/repos/ada/lab/${path}`, { token, body });
      const merge = (number, body = {}, token = tokens.wim) => call('PUT', `pulls/${number}/merge`, body, token);
      expect((await call('GET', 'pulls/2/merge')).status).toBe(404);
      expect((await merge(2, { sha: '1'.repeat(40) })).status).toBe(409);
      expect((await merge(2, { merge_method: 'bogus' })).status).toBe(422);
      expect((await merge(3)).data.message).toBe('Pull Request is still a draft');
      expect((await merge(4)).data.message).toBe('Pull Request is not mergeable');
      expect((await merge(5)).data.message).toContain('approving review');
      expect((await merge(5, {}, tokens.ada)).status).toBe(405);
      expect((await merge(999)).status).toBe(404);
      expect((await call('PUT', 'pulls/2/update-branch', {})).status).toBe(202);
      expect((await call('PUT', 'pulls/2/update-branch', {})).status).toBe(422);
      const done = await merge(2, { merge_method: 'squash', commit_title: 'Squashed' });
      expect(done.data.merged).toBe(true);
      expect((await merge(2)).status).toBe(405);
      expect((await call('GET', 'pulls/2/merge')).status).toBe(204);
      expect((await call('GET', 'pulls/2')).data).toMatchObject({ merged: true, merge_commit_sha: done.data.sha });
    },
  },
];
