import path from 'node:path';
import { createGitHub } from '@recourse/github';
import type { LaunchEnvironment } from './environment.ts';
import { createModelClient } from './model/client/create-model-client.ts';
import { createGitHubPublisher } from './publishing/create-github-publisher.ts';
import { createServicePublisher } from './publishing/create-service-publisher.ts';
import type { Publisher } from './publishing/publisher.ts';
import { webOriginOf } from './publishing/web-origin.ts';
import type { LaunchSettings } from './settings.ts';
import { createRepositories } from './sources/create-repositories.ts';

/** The world outside the runs of a working directory, as the operator's settings describe it. */
export const createEnvironment = (settings: LaunchSettings, cwd: string): LaunchEnvironment => {
  const folder = path.join(cwd, '.recourse', 'launch');
  const { token, baseUrl } = settings.github;
  const origin = webOriginOf(baseUrl);
  return {
    folder,
    repositories: createRepositories({
      folder: path.join(folder, 'repositories'),
      allowed: settings.repositories,
      // The token belongs to one host.
      credentials: (url) => (new URL(url).origin === origin ? token : undefined),
    }),
    publisher: publisherOf(settings),
    model: createModelClient({ access: settings.models }),
    programs: settings.programs,
    reachesOut: settings.reachesOut,
    trustsSites: settings.trustsSites,
  };
};

const publisherOf = ({ commitService, github }: LaunchSettings): Publisher =>
  commitService
    ? createServicePublisher(commitService)
    : // A repository that moved may have moved out of the operator's hands.
      createGitHubPublisher(createGitHub({ ...github, followMoved: false }));
