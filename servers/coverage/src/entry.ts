import type { ServerEntry } from '@recourse/server';
import path from 'node:path';
import { createCoverageServer } from './server.ts';
import { modes } from './toolbox.ts';

export interface CoverageEntryOptions {
  /** From the working directory. What the environment says where this is left out: COVERAGE_ROOT, else that itself. */
  readonly root?: string;
  /** What the environment says where this is left out: COVERAGE_MODE, else `agent`. */
  readonly mode?: string;
}

/**
 * How `recourse serve coverage` starts it. A pipeline's variables alone do not make it a pipeline's server: shells of
 * agents have them too, and only the operator may open what changes the policy.
 */
export const createCoverageEntry = (given: CoverageEntryOptions = {}): ServerEntry => ({
  name: 'coverage',
  start: ({ options, environment, cwd }) => {
    const wanted = given.mode ?? (environment['COVERAGE_MODE'] || 'agent');
    const mode = modes.find((known) => known === wanted);
    if (!mode) throw new TypeError(`'${wanted}' is no mode: choose one of ${modes.join(', ')}.`);
    const { GITHUB_TOKEN: token, GITHUB_API_URL: baseUrl } = environment;
    const server = createCoverageServer({
      root: path.resolve(cwd, given.root ?? (environment['COVERAGE_ROOT'] || '.')),
      mode,
      environment,
      github: { ...(token && { token }), ...(baseUrl && { baseUrl }) },
      server: options,
    });
    return Promise.resolve({ server });
  },
});

/** The same with what the environment says alone. */
export const coverageEntry: ServerEntry = createCoverageEntry();
