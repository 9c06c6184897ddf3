import type { ServerEntry } from '@recourse/server';
import path from 'node:path';
import { attestationTopic, createKeptAttestations } from './attesting/kept-attestations.ts';
import { createCoverageServer } from './server.ts';
import { modes } from './toolbox.ts';

export interface CoverageEntryOptions {
  /** The project, relative to the working directory; COVERAGE_ROOT or the working directory itself by default. */
  readonly root?: string;
  /** COVERAGE_MODE or `agent` by default. */
  readonly mode?: string;
  /** Whether COVERAGE_ALLOW_UNATTESTED is `1`, `true` or `yes`, by default. */
  readonly allowUnattested?: boolean;
}

/**
 * Starts the server for `recourse serve coverage`. CI variables alone do not select mode ci: an agent's shell may have
 * them too, and only the operator may allow changes to the policy.
 */
export const createCoverageEntry = (given: CoverageEntryOptions = {}): ServerEntry => ({
  name: 'coverage',
  start: ({ options, environment, cwd, notes, notify }) => {
    const wanted = given.mode ?? (environment['COVERAGE_MODE'] || 'agent');
    const mode = modes.find((known) => known === wanted);
    if (!mode) throw new TypeError(`The mode must be one of ${modes.join(', ')}, got '${wanted}'.`);
    const { GITHUB_TOKEN: token, GITHUB_API_URL: baseUrl } = environment;
    const server = createCoverageServer({
      root: path.resolve(cwd, given.root ?? (environment['COVERAGE_ROOT'] || '.')),
      mode,
      allowUnattested: given.allowUnattested ?? isYes(environment['COVERAGE_ALLOW_UNATTESTED']),
      ...(notes && { attestations: createKeptAttestations(notes(attestationTopic), { notify }) }),
      environment,
      github: { ...(token && { token }), ...(baseUrl && { baseUrl }) },
      server: options,
    });
    return Promise.resolve({ server });
  },
});

const isYes = (text = ''): boolean => /^(?:1|true|yes)$/i.test(text);

/** The entry with the settings of the environment alone. */
export const coverageEntry: ServerEntry = createCoverageEntry();
