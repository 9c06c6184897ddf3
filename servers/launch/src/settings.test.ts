import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

describe('readSettings', () => {
  it('reads from GitHub and publishes there unless the environment says otherwise', () => {
    expect(readSettings({ GITHUB_TOKEN: 't', LAUNCH_HUGO: '' })).toEqual({
      github: { token: 't' },
      repositories: ['https://github.com/'],
      models: { endpoints: [], loopback: true },
      programs: {},
      reachesOut: false,
      runsSamples: false,
      trustsSites: false,
      overseers: [],
    });
  });

  it('takes another GitHub, a commit service and programs', () => {
    const settings = readSettings({
      GITHUB_API_URL: 'https://git.example.org/api/v3',
      LAUNCH_COMMIT_SERVICE_URL: 'https://commit.example.org',
      LAUNCH_COMMIT_SERVICE_TOKEN: 's',
      LAUNCH_TELEMETRY_URL: 'https://telemetry.example.org/events',
      LAUNCH_HUGO: '/usr/bin/hugo',
      LAUNCH_EXTERNAL_LINKS: 'yes',
      LAUNCH_RUN_SAMPLES: '1',
      LAUNCH_TRUST_SITES: '1',
      LAUNCH_OVERSEERS: 'olga, ops',
    });
    expect(settings).toMatchObject({
      repositories: ['https://git.example.org/'],
      commitService: { endpoint: 'https://commit.example.org', token: 's' },
      telemetry: { url: 'https://telemetry.example.org/events' },
      programs: { hugo: '/usr/bin/hugo' },
      reachesOut: true,
      runsSamples: true,
      trustsSites: true,
      overseers: ['olga', 'ops'],
    });
    expect(readSettings({ LAUNCH_REPOSITORIES: 'https://a/, https://b/x' }).repositories).toEqual([
      'https://a/',
      'https://b/x',
    ]);
  });

  it.each([
    [{ LAUNCH_EXTERNAL_LINKS: 'perhaps' }, 'LAUNCH_EXTERNAL_LINKS must be 1 or 0'],
    [{ LAUNCH_COMMIT_SERVICE_URL: 'commit' }, 'LAUNCH_COMMIT_SERVICE_URL must be'],
    [
      { LAUNCH_REPOSITORIES: 'github.com/acme' },
      "LAUNCH_REPOSITORIES must list http or https URLs, got 'github.com/acme'",
    ],
    [{ LAUNCH_REPOSITORIES: 'https://a/, file:///srv' }, "got 'file:///srv'"],
  ])('refuses %j', (environment, message) => {
    expect(() => readSettings(environment)).toThrow(message);
  });
});
