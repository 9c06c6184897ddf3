import { z } from 'zod';
import { repositoryName } from '../fields/repository-name.ts';
import { checkRunsShape, combinedStatusShape } from '../shapes/commit.ts';
import type { Toolbox } from '../toolbox.ts';
import { noSuchCommit } from './requests.ts';
import type { Place } from './requests.ts';

/** Not more than a thousand of either. */
const mostPages = 10;

/** One check: a status that somebody reported, or a run of an app. */
export const checkOutput = z.object({
  name: z.string(),
  kind: z.enum(['status', 'check_run']),
  state: z.enum(['success', 'pending', 'failure']),
  /** GitHub's own word for it. */
  conclusion: z.string(),
  url: z.string().nullable(),
});
export type Check = z.infer<typeof checkOutput>;

export interface Checks {
  /** The whole SHA. */
  readonly sha: string;
  readonly checks: readonly Check[];
  readonly complete: boolean;
}

/** Every check of a commit. */
export const readChecks = async (
  { github }: Toolbox,
  { repo, sha, signal }: Place & { readonly sha: string },
): Promise<Checks> => {
  const parameters = { ...repositoryName(repo), ref: sha };
  const resource = { type: 'commit', id: sha };
  const statuses = await noSuchCommit(
    github.pages(
      {
        route: 'GET /repos/{owner}/{repo}/commits/{ref}/status',
        parameters,
        shape: combinedStatusShape,
        resource,
        signal,
      },
      mostPages,
    ),
    sha,
  );
  const runs = await github.pages(
    {
      route: 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
      parameters,
      shape: checkRunsShape,
      resource,
      signal,
    },
    mostPages,
  );
  const reported = statuses.values.flatMap((page) => page.statuses);
  const run = runs.values.flatMap((page) => page.check_runs);
  return {
    sha: statuses.values[0]?.sha ?? sha,
    checks: [
      ...reported.map(({ context, state, target_url }): Check => ({
        name: context,
        kind: 'status',
        state: stateOf(state),
        conclusion: state,
        url: target_url ?? null,
      })),
      ...run.map(({ name, status, conclusion, html_url }): Check => ({
        name,
        kind: 'check_run',
        state: status === 'completed' ? stateOf(conclusion ?? '') : 'pending',
        conclusion: conclusion ?? status,
        url: html_url ?? null,
      })),
    ],
    complete: statuses.complete && runs.complete,
  };
};

/** A check that was skipped or has no opinion stands in nobody's way. */
const passing: ReadonlySet<string> = new Set(['success', 'neutral', 'skipped']);

const stateOf = (word: string): Check['state'] => {
  if (word === 'pending') return 'pending';
  return passing.has(word) ? 'success' : 'failure';
};

/** All checks in one word. */
export const overallState = (checks: readonly Check[]): 'none' | Check['state'] => {
  if (checks.length === 0) return 'none';
  if (checks.some(({ state }) => state === 'failure')) return 'failure';
  return checks.some(({ state }) => state === 'pending') ? 'pending' : 'success';
};
