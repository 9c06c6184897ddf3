const ruleset = {
  name: 'Audited',
  target: 'branch',
  enforcement: 'active',
  bypass_actors: [{ actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'pull_request' }],
  conditions: { ref_name: { include: ['refs/heads/audited/**'], exclude: ['refs/heads/audited/x'] } },
  rules: [
    { type: 'creation' },
    { type: 'update', parameters: { update_allows_fetch_and_merge: false } },
    { type: 'deletion' },
    { type: 'required_linear_history' },
    { type: 'required_signatures' },
    { type: 'non_fast_forward' },
    {
      type: 'pull_request',
      parameters: {
        required_approving_review_count: 1,
        dismiss_stale_reviews_on_push: true,
        require_code_owner_review: false,
        require_last_push_approval: false,
        required_review_thread_resolution: false,
        allowed_merge_methods: ['squash'],
      },
    },
    {
      type: 'required_status_checks',
      parameters: {
        required_status_checks: [{ context: 'audit' }],
        strict_required_status_checks_policy: true,
      },
    },
  ],
};

export const rulesetCases = [
  {
    name: 'keeps rulesets',
    async run({ witness, tokens, expect }) {
      const call = (method, path, body, token = tokens.ada) =>
        witness.call(method, `/repos/ada/lab/${path}`, { token, body });
      const made = await call('POST', 'rulesets', ruleset);
      expect(made.status).toBe(201);
      const one = `rulesets/${made.data.id}`;
      expect((await call('POST', 'rulesets', ruleset)).status).toBe(422);
      expect((await call('GET', 'rulesets')).data).toHaveLength(1);
      expect((await call('GET', one)).data.rules).toEqual(ruleset.rules);
      expect((await call('GET', one, undefined, tokens.rea)).data).not.toHaveProperty('bypass_actors');
      expect((await call('GET', 'rules/branches/audited/a')).data).toHaveLength(8);
      expect((await call('GET', 'rules/branches/audited/x')).data).toEqual([]);
      expect((await call('PUT', one, { enforcement: 'evaluate' })).data.enforcement).toBe('evaluate');
      expect((await call('PUT', one, { enforcement: 'perhaps' })).status).toBe(422);
      expect((await call('DELETE', one)).status).toBe(204);
      expect((await call('GET', one)).status).toBe(404);
      expect((await call('PUT', one, {})).status).toBe(404);
      expect((await call('DELETE', one)).status).toBe(404);
    },
  },
];
