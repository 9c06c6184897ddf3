import { expect, it } from 'vitest';
import { readSettings } from '../src/settings.ts';

it('reads nothing from an empty environment', () => {
  expect(readSettings({})).toEqual({ github: {}, readOnly: false });
});

it('reads every variable', () => {
  expect(
    readSettings({
      GITHUB_TOKEN: 't',
      GITHUB_API_URL: 'https://github.example.org/api/v3',
      GITHUB_READ_ONLY: 'true',
      GITHUB_READ_REPOS: 'a/b, c/*',
      GITHUB_WRITE_REPOS: 'a/b',
      GITHUB_WRITES_PER_HOUR: '0',
      GITHUB_MERGEABLE_WAIT_SECONDS: '5',
      GITHUB_TIMEOUT_SECONDS: '10',
      GITHUB_WRITE_INTERVAL_MS: '250',
    }),
  ).toEqual({
    github: { token: 't', baseUrl: 'https://github.example.org/api/v3', timeoutMs: 10_000, writeEveryMs: 250 },
    readOnly: true,
    readRepositories: ['a/b', 'c/*'],
    writeRepositories: ['a/b'],
    writesPerHour: 0,
    mergeableWaitMs: 5000,
  });
});

it('takes a list of nothing for one that allows nothing', () => {
  expect(readSettings({ GITHUB_WRITE_REPOS: ',' }).writeRepositories).toEqual([]);
});

it.each([
  ['GITHUB_READ_ONLY', 'maybe'],
  ['GITHUB_WRITES_PER_HOUR', '-1'],
  ['GITHUB_WRITES_PER_HOUR', 'many'],
  ['GITHUB_MERGEABLE_WAIT_SECONDS', '1e9'],
  ['GITHUB_WRITE_INTERVAL_MS', '60001'],
])('refuses %s=%s', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(name);
});
