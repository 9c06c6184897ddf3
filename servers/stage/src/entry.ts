import type { ServerEntry } from '@recourse/server';
import { createStageServer } from './server.ts';
import { readSettings } from './settings.ts';

/** Starts the server for `recourse serve stage`. */
export const stageEntry: ServerEntry = {
  name: 'stage',
  start: ({ options, environment, cwd }) => {
    const stage = createStageServer({ settings: readSettings(environment, cwd), environment, server: options });
    return Promise.resolve({ server: stage.server, close: () => stage.close() });
  },
};
