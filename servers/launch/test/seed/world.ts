import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { createForge } from '@recourse/forge';
import type { RunEvent } from '@recourse/runs';
import { sampleSite } from '../../src/demo/site.ts';
import { openCommitService } from './commit-service.ts';
import { openHeldForge } from './held-forge.ts';
import { listen, readBody } from './listen.ts';

const token = 'token-of-ada';
/** A program that says its version and builds nothing. */
const fakeHugo = '#!/bin/sh\necho "hugo v0.111.3"\n[ "$1" = version ]\n';
/** A product with little to say, so that runs are short. */
const product = {
  'package.json': JSON.stringify({ name: 'tally', version: '1.0.0', license: 'MIT', description: 'Counts things.' }),
  'README.md': '# Tally\n\nTally counts things.\n\n## Count\n\nCall `count()` with a list of things.\n',
  'src/index.ts':
    '/** Counts things. */\nexport const count = (things: readonly unknown[]): number => things.length;\n',
};
/** Templates with tokens that nothing fills, for runs that have to be fixed. */
const templates = {
  'launch-templates/getting-started.md': '__FIRST_GAP__\n\n## Install\n\n__INSTALL__\n\n__BODY__\n',
  'launch-templates/list.md': '__DESCRIPTION__\n\n__BODY__\n\n__SECOND_GAP__\n',
};

const filesOf = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([at, content]) => ({ path: at, content }));

/** Everything that a launch server meets: the forge, the commit service, the telemetry service and its folder. */
export const openWorld = async () => {
  const forge = await createForge({
    seed: {
      users: [{ login: 'ada', tokens: [{ token, scopes: ['repo'] }] }],
      repositories: [
        { owner: 'ada', name: 'tally', commits: [{ message: 'Begin', files: filesOf(product) }] },
        {
          owner: 'ada',
          name: 'site',
          commits: [{ message: 'Begin', files: filesOf({ ...sampleSite, ...templates }) }],
        },
      ],
    },
  });
  const held = await openHeldForge(forge.url);
  const service = await openCommitService(forge.url, token);
  const telemetry: RunEvent[] = [];
  const sink = await listen(async (request, response) => {
    const lines = (await readBody(request)).trim().split('\n');
    telemetry.push(...lines.map((line) => JSON.parse(line) as RunEvent));
    response.end();
  });
  const cwd = mkdtempSync(path.join(tmpdir(), 'recourse-seed-'));
  const hugo = path.join(cwd, 'hugo');
  const ask = async <Answer>(route: string): Promise<Answer> => {
    const answer = await fetch(`${forge.url}${route}`, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()) as Answer;
  };
  const { object } = await ask<{ object: { sha: string } }>('/repos/ada/tally/git/ref/heads/main');
  return {
    cwd,
    ask,
    held,
    service,
    /** Events of runs that the telemetry service has received. */
    telemetry,
    /** Puts a program where the server looks for hugo. */
    installHugo: () => writeFileSync(hugo, fakeHugo, { mode: 0o755 }),
    environment: {
      PATH: process.env['PATH'] ?? '',
      TMPDIR: tmpdir(),
      GITHUB_API_URL: forge.url,
      GITHUB_TOKEN: token,
      LAUNCH_REPOSITORIES: `${forge.url}/,${held.url}/`,
      LAUNCH_COMMIT_SERVICE_URL: service.url,
      LAUNCH_TELEMETRY_URL: sink.url,
      LAUNCH_HUGO: hugo,
    },
    run_config: {
      product_slug: 'tally',
      product_name: 'Tally',
      github_repo_url: `${forge.url}/ada/tally`,
      github_ref: object.sha,
      site_repo_url: `${forge.url}/ada/site`,
      required_sections: ['docs'],
      allowed_paths: ['content'],
    } satisfies JsonObject,
    close: async (): Promise<void> => {
      held.close();
      service.close();
      sink.close();
      await forge.close();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
};
export type World = Awaited<ReturnType<typeof openWorld>>;
