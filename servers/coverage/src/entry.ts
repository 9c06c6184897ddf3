import type { ServerEntry } from '@recourse/server';
import path from 'node:path';
import { createCoverageServer } from './server.ts';
import { modes } from './toolbox.ts';

export interface CoverageEntryOptions {
  /** From the working directory; that itself unless given. */
  readonly root?: string;
  readonly mode?: string;
}

/**
 * How `recourse serve coverage` starts it. A pipeline's variables alone do not make it a pipeline's server: shells of
 * agents have them too, and only the operator may open what changes the policy.
 */
export const coverageEntry = (given: CoverageEntryOptions = {}): ServerEntry => ({
  name: 'coverage',
  start: ({ options, environment, cwd, notify }) => {
    const mode = modes.find((known) => known === (given.mode ?? 'agent'));
    if (!mode) throw new TypeError(`'${given.mode ?? ''}' is no mode: choose one of ${modes.join(', ')}.`);
    const root = path.resolve(cwd, given.root ?? '.');
    if (path.dirname(root) === root)
      throw new TypeError('The root of the file system is no project: name one with --root.');
    const { GITHUB_TOKEN: token, GITHUB_API_URL: baseUrl } = environment;
    const server = createCoverageServer({
      root,
      mode,
      environment,
      github: { ...(token && { token }), ...(baseUrl && { baseUrl }) },
      server: options,
    });
    notify(`coverage: ${path.relative(cwd, root) || '.'}, mode ${mode}.`);
    return Promise.resolve({ server });
  },
});
