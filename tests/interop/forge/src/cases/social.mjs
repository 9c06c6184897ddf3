const rules = {
  required_status_checks: { strict: true, contexts: ['ci'] },
  enforce_admins: false,
  required_pull_request_reviews: null,
  restrictions: { users: ['wim'], teams: [] },
};

export const socialCases = [
  {
    name: 'protects branches',
    async run({ witness, tokens, expect }) {
      const call = (method, branch, body, token = tokens.ada) =>
        witness.call(method, `/repos/ada/lab/branches/${branch}/protection`, { token, body });
      expect((await call('GET', 'guarded')).status).toBe(200);
      expect((await call('GET', 'main')).data.message).toBe('Branch not protected');
      expect((await call('PUT', 'clash', rules)).status).toBe(200);
      expect((await call('PUT', 'clash', { ...rules, restrictions: { users: ['nobody'], teams: [] } })).status).toBe(
        422,
      );
      expect((await call('PUT', 'clash', {})).status).toBe(422);
      expect((await call('PUT', 'none', rules)).status).toBe(404);
      expect((await call('DELETE', 'clash')).status).toBe(204);
      expect((await call('DELETE', 'clash')).status).toBe(404);
    },
  },
  {
    name: 'knows collaborators',
    async run({ witness, tokens, expect }) {
      const call = (method, path = '', body, token = tokens.ada) =>
        witness.call(method, `/repos/ada/lab/collaborators${path}`, { token, body });
      expect((await call('GET')).data).toHaveLength(3);
      expect((await call('GET', '', undefined, tokens.rea)).status).toBe(403);
      expect((await call('GET', '/wim')).status).toBe(204);
      expect((await call('GET', '/sam')).status).toBe(404);
      expect((await call('PUT', '/sam', { permission: 'triage' })).status).toBe(204);
      expect((await call('PUT', '/ada', {})).status).toBe(422);
      expect((await call('GET', '/sam/permission')).data.role_name).toBe('triage');
      expect((await call('GET', '/nobody/permission')).status).toBe(404);
      expect((await call('DELETE', '/sam')).status).toBe(204);
    },
  },
  {
    name: 'keeps issues and comments',
    async run({ witness, tokens, expect }) {
      const call = (method, path, body, token = tokens.rea) =>
        witness.call(method, `/repos/ada/lab/issues${path}`, { token, body });
      expect((await call('GET', '')).status).toBe(200);
      expect((await call('POST', '', { title: 'Found one' })).status).toBe(201);
      expect((await call('POST', '', { title: '' })).status).toBe(422);
      expect((await call('POST', '', '{broken')).status).toBe(400);
      expect((await call('GET', '?state=bogus')).status).toBe(422);
      expect((await call('GET', '/1')).data.title).toBe('An issue');
      expect((await call('GET', '/999')).status).toBe(404);
      const comment = await call('POST', '/1/comments', { body: 'Yes' });
      expect(comment.status).toBe(201);
      expect((await call('POST', '/1/comments', { body: '' })).data.errors[0].code).toBe('missing_field');
      expect((await call('GET', '/1/comments')).data).toHaveLength(1);
      const { id } = comment.data;
      expect((await call('GET', `/comments/${id}`)).status).toBe(200);
      expect((await call('GET', '/comments/999')).status).toBe(404);
      expect((await call('PATCH', `/comments/${id}`, { body: 'No' }, tokens.sam)).status).toBe(403);
      expect((await call('PATCH', `/comments/${id}`, { body: 'No' })).data.body).toBe('No');
      expect((await call('PATCH', `/comments/${id}`, { body: '' })).status).toBe(422);
      expect((await call('DELETE', `/comments/${id}`)).status).toBe(204);
      const quiet = (method, path, body) =>
        witness.call(method, `/repos/ada/quiet/issues${path}`, { token: tokens.ada, body });
      expect((await quiet('GET', '/1')).status).toBe(410);
      expect((await quiet('GET', '/1/comments')).status).toBe(410);
      expect((await quiet('POST', '/1/comments', { body: 'x' })).status).toBe(410);
      expect((await quiet('POST', '', { title: 'x' })).status).toBe(410);
    },
  },
];
