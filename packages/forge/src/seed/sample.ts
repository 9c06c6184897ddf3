import type { Seed } from './seed.ts';

/** Well-known tokens of the sample world. They open nothing but a forge on loopback. */
export const sampleTokens = {
  mira: 'forge-sample-mira',
  jonas: 'forge-sample-jonas',
  reader: 'forge-sample-reader',
} as const;

const open = {
  required_status_checks: null,
  enforce_admins: null,
  required_pull_request_reviews: null,
  restrictions: null,
};

const tides = `/** Height of the tide in metres, hours after high water, for a semi-diurnal tide. */
export function tideHeight(hours, { high, low }) {
  const middle = (high + low) / 2;
  const swing = (high - low) / 2;
  return middle + swing * Math.cos((hours / 12.42) * 2 * Math.PI);
}
`;

const tidesTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tideHeight } from '../src/tides.js';

test('is highest at high water', () => {
  assert.equal(tideHeight(0, { high: 4, low: 1 }), 4);
});

test('is lowest half a period later', () => {
  assert.ok(Math.abs(tideHeight(6.21, { high: 4, low: 1 }) - 1) < 1e-9);
});
`;

const packageJson = `{
  "name": "tidewater",
  "version": "0.2.0",
  "type": "module",
  "scripts": { "test": "node --test" }
}
`;

const readme = `# tidewater

Heights of the tide from two numbers: high water and low water.
`;

const rounding = `
/** The same, rounded to centimetres. */
export function roundedTideHeight(hours, range) {
  return Math.round(tideHeight(hours, range) * 100) / 100;
}
`;

/** A small project with history and a pull request in every state that GitHub knows. */
export const sampleSeed: Seed = {
  users: [
    { login: 'mira', name: 'Mira Lindqvist', tokens: [{ token: sampleTokens.mira, scopes: ['repo', 'workflow'] }] },
    { login: 'jonas', name: 'Jonas Abara', tokens: [{ token: sampleTokens.jonas, scopes: ['repo'] }] },
    { login: 'reader', name: 'A Reader', tokens: [{ token: sampleTokens.reader, scopes: ['public_repo'] }] },
  ],
  repositories: [
    {
      owner: 'mira',
      name: 'tidewater',
      description: 'Heights of the tide from two numbers',
      collaborators: [{ login: 'jonas', permission: 'push' }],
      commits: [
        {
          message: 'Begin with a formula',
          at: '2026-03-02T09:00:00Z',
          files: [
            { path: 'README.md', content: readme },
            { path: 'package.json', content: packageJson.replace('0.2.0', '0.1.0') },
            { path: 'src/tides.js', content: tides },
          ],
        },
        {
          message: 'Test the formula',
          at: '2026-03-03T10:30:00Z',
          files: [{ path: 'test/tides.test.js', content: tidesTest }],
        },
        {
          message: 'Release 0.2.0',
          at: '2026-03-09T16:00:00Z',
          files: [{ path: 'package.json', content: packageJson }],
        },
        {
          branch: 'release',
          message: 'Open the release branch',
          files: [{ path: 'RELEASE.md', content: 'Frozen.\n' }],
        },
        { branch: 'stable', message: 'Open the stable branch', files: [{ path: 'STABLE.md', content: 'Tested.\n' }] },
        {
          branch: 'rounding',
          author: 'jonas',
          message: 'Round to centimetres',
          files: [{ path: 'src/tides.js', content: tides + rounding }],
        },
        {
          branch: 'imperial',
          author: 'jonas',
          message: 'Answer in feet',
          files: [{ path: 'README.md', content: `${readme}\nIn feet.\n` }],
        },
        {
          branch: 'hotfix',
          from: 'release',
          author: 'jonas',
          message: 'Fix a typo',
          files: [{ path: 'RELEASE.md', content: 'Frozen!\n' }],
        },
        {
          branch: 'backport',
          from: 'stable',
          author: 'jonas',
          message: 'Backport the fix',
          files: [{ path: 'FIX.md', content: 'Fixed.\n' }],
        },
        { branch: 'stable', message: 'Move on', files: [{ path: 'STABLE.md', content: 'Tested twice.\n' }] },
        {
          branch: 'neap',
          author: 'jonas',
          message: 'Neap tides',
          files: [{ path: 'src/neap.js', content: 'export const neap = 0.5;\n' }],
        },
        {
          branch: 'wip',
          author: 'jonas',
          message: 'Storm surges, unfinished',
          files: [{ path: 'src/surge.js', content: '// to do\n' }],
        },
        {
          branch: 'docs',
          author: 'jonas',
          message: 'Say how to test',
          files: [{ path: 'CONTRIBUTING.md', content: 'Run `npm test`.\n' }],
        },
        {
          branch: 'abandoned',
          author: 'jonas',
          message: 'Another way',
          files: [{ path: 'src/other.js', content: 'export {};\n' }],
        },
        { message: 'Say what is measured', files: [{ path: 'README.md', content: `${readme}\nIn metres.\n` }] },
      ],
      tags: [{ name: 'v0.2.0', branch: 'main' }],
      releases: [
        { tag_name: 'v0.2.0', name: 'Tested', body: 'The formula has tests.' },
        { tag_name: 'v0.3.0', name: 'Rounded', draft: true },
      ],
      workflow_runs: [
        {
          workflow: 'CI',
          jobs: [
            {
              name: 'test',
              conclusion: 'success',
              steps: [
                { name: 'Set up job', conclusion: 'success', log: 'Node 20.20.2' },
                {
                  name: 'Run npm test',
                  conclusion: 'success',
                  log: '✔ is highest at high water\n✔ is lowest half a period later',
                },
              ],
            },
          ],
        },
        {
          workflow: 'CI',
          branch: 'neap',
          event: 'pull_request',
          actor: 'jonas',
          jobs: [
            {
              name: 'lint',
              conclusion: 'failure',
              steps: [
                { name: 'Set up job', conclusion: 'success', log: 'Node 20.20.2' },
                {
                  name: 'Run npm run lint',
                  conclusion: 'failure',
                  log: "src/neap.js:1:14 'neap' is never used\nProcess completed with exit code 1.",
                },
              ],
            },
          ],
        },
      ],
      issues: [{ title: 'Spring tides are too low', body: 'At new moon.', user: 'reader' }],
      pulls: [
        {
          title: 'Round to centimetres',
          head: 'rounding',
          user: 'jonas',
          statuses: [{ context: 'test', state: 'success' }],
        },
        { title: 'Answer in feet', head: 'imperial', user: 'jonas', body: 'Conflicts with main.' },
        {
          title: 'Fix a typo',
          head: 'hotfix',
          base: 'release',
          user: 'jonas',
          body: 'Waiting for a review.',
          reviewers: ['mira'],
        },
        {
          title: 'Backport the fix',
          head: 'backport',
          base: 'stable',
          user: 'jonas',
          statuses: [{ context: 'test', state: 'success' }],
        },
        { title: 'Neap tides', head: 'neap', user: 'jonas' },
        { title: 'Storm surges', head: 'wip', user: 'jonas', draft: true },
        {
          title: 'Say how to test',
          head: 'docs',
          user: 'jonas',
          merged: 'squash',
          comments: [{ user: 'mira', body: 'Thank you!' }],
        },
        { title: 'Another way', head: 'abandoned', user: 'jonas', closed: true },
      ],
      protections: [
        {
          branch: 'release',
          rules: { ...open, required_pull_request_reviews: { required_approving_review_count: 1 } },
        },
        { branch: 'stable', rules: { ...open, required_status_checks: { strict: true, contexts: ['test'] } } },
      ],
      rulesets: [
        {
          name: 'Protect the release branch',
          enforcement: 'active',
          conditions: { ref_name: { include: ['refs/heads/release'], exclude: [] } },
          rules: [{ type: 'deletion' }, { type: 'non_fast_forward' }],
        },
      ],
    },
    {
      owner: 'mira',
      name: 'harbour',
      description: 'Private, with pre-receive hooks',
      private: true,
      has_hooks: true,
      collaborators: [{ login: 'jonas', permission: 'push' }],
      commits: [
        { message: 'Begin', files: [{ path: 'README.md', content: '# harbour\n' }] },
        { branch: 'pier', author: 'jonas', message: 'Build a pier', files: [{ path: 'pier.txt', content: 'long\n' }] },
      ],
      pulls: [{ title: 'Build a pier', head: 'pier', user: 'jonas' }],
    },
  ],
};
