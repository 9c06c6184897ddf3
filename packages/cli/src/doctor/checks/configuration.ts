import { existsSync } from 'node:fs';
import path from 'node:path';
import { configurationFileName, loadConfiguration } from '@recourse/engine/configuration';
import { shownPath } from '../../registries/read-json.ts';
import type { Check } from '../check.ts';

export const configurationCheck: Check = {
  name: 'configuration',
  run: async ({ io: { cwd }, choice: { config } }) => {
    const file = path.resolve(cwd, config ?? configurationFileName);
    const loaded = await loadConfiguration(cwd, config === undefined ? {} : { file: config });
    const shown = shownPath(file, cwd);
    if (loaded.ok) {
      const says = existsSync(file) ? `${shown} is valid` : `no ${shown} here: the defaults apply`;
      return [{ verdict: 'fine', says }];
    }
    return loaded.problems.map(({ line, column, path: at, message }) => ({
      verdict: 'broken',
      says: `${shown}:${line}:${column}: ${at === '' ? '' : `${at}: `}${message}`,
      todo: 'Correct the file; until then, no server starts.',
    }));
  },
};
