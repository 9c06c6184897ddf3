import type { ServerEntry } from '@recourse/server';
import { startEmbeddedForge } from './embedded-forge.ts';
import { createGitHubServer } from './server.ts';
import { readSettings } from './settings.ts';

/** How `recourse serve github` starts it: on GitHub with a token, on a forge of its own without. */
export const githubEntry: ServerEntry = {
  name: 'github',
  start: async ({ options, environment, notify }) => {
    const settings = readSettings(environment);
    if (settings.github?.token) {
      return { server: createGitHubServer({ ...settings, server: options, log: notify }) };
    }
    const { baseUrl, token, notice, close } = await startEmbeddedForge();
    notify(notice);
    const github = { ...settings.github, baseUrl, token };
    return {
      server: createGitHubServer({ ...settings, github, about: notice, server: options, log: notify }),
      close,
    };
  },
};
