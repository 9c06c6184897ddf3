import { describe, expect, it } from 'vitest';
import { createFolder, createRepository } from '../../git/testing/create-repository.ts';
import type { Policy } from '../policy.ts';
import { configChange } from './config-change.ts';
import { isPolicyProblems, readPolicy } from './read-policy.ts';
import type { Lowered } from './what-is-lower.ts';

const policyOf = async (root: string): Promise<Policy> => {
  const policy = await readPolicy({ root });
  if (isPolicyProblems(policy)) throw new Error(JSON.stringify(policy));
  return policy;
};
const lowered = (one: Lowered): Lowered[] => expect.arrayContaining([one]) as Lowered[];
const before = `
policy:
  default: { min: 80 }
  domains:
    - { name: core, match: [core, more], min: 90 }
    - { name: api, match: [api] }
    - { name: old, match: [old] }
files: [{ match: ['core/pay/*', 'gone/*'], min: 95 }]
diff: { enabled: true, min: 90 }
`;
const after = `
policy:
  default: { min: 70 }
  domains:
    - { name: core, match: [core], min: 85, exclude: ['core/x.ts'] }
    - { name: api, match: [api] }
files: [{ match: ['core/pay/*'], min: 50 }]
exclude: ['**/hard/**']
annotations: { enabled: true }
`;

describe('configChange', () => {
  it('lists what the branch loosens', async () => {
    const { root, write, commit } = createRepository();
    write('.coverctl.yaml', before);
    commit();
    const committed = await policyOf(root);
    expect(await configChange(committed, { root, ref: 'HEAD' })).toBeUndefined();
    write('.coverctl.yaml', after);
    const policy = await policyOf(root);
    expect(await configChange(policy, { root, ref: 'HEAD' })).toEqual({
      code: 'OP_CONFIG_CHANGED',
      details: {
        path: '.coverctl.yaml',
        ref: 'HEAD',
        digest: policy.source.digest,
        committed_digest: committed.source.digest,
        lowered: [
          { subject: 'default minimum', from: '80', to: '70' },
          { subject: "domain 'core'", from: '90', to: '85' },
          { subject: "exclude of domain 'core'", from: '', to: 'core/x.ts' },
          { subject: "match of domain 'core'", from: 'more', to: '' },
          { subject: "domain 'api'", from: '80', to: '70' },
          { subject: "domain 'old'", from: '80', to: 'removed' },
          { subject: "files 'core/pay/*'", from: '95', to: '50' },
          { subject: "files 'gone/*'", from: '95', to: 'removed' },
          { subject: 'exclude', from: '', to: '**/hard/**' },
          { subject: 'gate on changed lines', from: 'on', to: 'off' },
          { subject: 'minimum for changed lines', from: '90', to: '70' },
          { subject: 'files may exclude themselves by annotation', from: 'no', to: 'yes' },
        ],
      },
    });
  });

  it('notices a change in a file that the policy extends, and one that lowers nothing', async () => {
    const { root, write, commit } = createRepository();
    write('.coverctl.yaml', 'extends: base.yaml\n');
    write('base.yaml', 'policy: { default: { min: 80 } }\n');
    commit();
    write('base.yaml', 'policy: { default: { min: 90 } }\n');
    const found = await configChange(await policyOf(root), { root, ref: 'main' });
    expect(found).toMatchObject({ code: 'OP_CONFIG_CHANGED', details: { path: '.coverctl.yaml' } });
    expect(found?.details).not.toHaveProperty('lowered');
  });

  it('compares a new policy with the built-in rules, and the built-in rules with a policy that was removed', async () => {
    const { root, git, write, commit } = createRepository();
    write('package.json', '{}');
    commit();
    expect(await configChange(await policyOf(root), { root, ref: 'HEAD' })).toBeUndefined();
    write('.coverctl.yaml', 'policy: { default: { min: 10 } }\n');
    expect(await configChange(await policyOf(root), { root, ref: 'HEAD' })).toMatchObject({
      details: { lowered: lowered({ subject: 'default minimum', from: '80', to: '10' }) },
    });
    write('.coverctl.yaml', 'policy: { default: { min: 95 } }\n');
    commit();
    git('rm', '--quiet', '.coverctl.yaml');
    expect(await configChange(await policyOf(root), { root, ref: 'HEAD' })).toMatchObject({
      details: { path: '.coverctl.yaml', lowered: lowered({ subject: 'default minimum', from: '95', to: '80' }) },
    });
  });

  it('reports a change if the committed policy cannot be read', async () => {
    const { root, write, commit } = createRepository();
    write('.coverctl.yaml', 'policy: [');
    commit();
    write('.coverctl.yaml', 'version: 1\n');
    expect(await configChange(await policyOf(root), { root, ref: 'HEAD' })).toMatchObject({
      code: 'OP_CONFIG_CHANGED',
    });
  });

  it('returns OP_REF_UNKNOWN if there is nothing to compare with', async () => {
    const root = createFolder();
    expect(await configChange(await policyOf(root), { root, ref: 'main' })).toMatchObject({ code: 'OP_REF_UNKNOWN' });
  });
});
