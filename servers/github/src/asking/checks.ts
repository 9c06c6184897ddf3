import { z } from 'zod';
import { repositoryName } from '../fields/repository-name.ts';
import { checkRunsShape, combinedStatusShape } from '../shapes/commit.ts';
import type { CheckRuns, CombinedStatus } from '../shapes/commit.ts';
import type { Toolbox } from '../toolbox.ts';
import { notRead } from './not-read.ts';
import type { NotRead } from './not-read.ts';
import { noSuchCommit } from './requests.ts';
import type { Place } from './requests.ts';
import { tryRead } from './try-read.ts';

/** Not more than a thousand of either. */
const mostPages = 10;

/** One check: a status that was reported, or a run of an app. */
export const checkOutput = z.object({
  name: z.string(),
  kind: z.enum(['status', 'check_run']),
  state: z.enum(['success', 'pending', 'failure']),
  /** GitHub's own word for it. */
  conclusion: z.string(),
  url: z.string().nullable(),
});
type Check = z.infer<typeof checkOutput>;

/** All checks in one word: `unknown` where some could not be read and the others pass. */
export const checksState = z.enum(['none', 'success', 'pending', 'failure', 'unknown']);

export interface Checks {
  /** The whole SHA. */
  readonly sha: string;
  readonly checks: readonly Check[];
  readonly complete: boolean;
  readonly notRead: readonly NotRead[];
}

/** Every check of a commit that the token may read. Fails where it may read none, or there is no such commit. */
export const readChecks = async (
  { github }: Toolbox,
  { repo, sha }: Place & { readonly sha: string },
): Promise<Checks> => {
  const about = { parameters: { ...repositoryName(repo), ref: sha }, resource: { type: 'commit', id: sha } };
  const statuses = await tryRead(
    noSuchCommit(
      github.pages(
        { route: 'GET /repos/{owner}/{repo}/commits/{ref}/status', shape: combinedStatusShape, ...about },
        mostPages,
      ),
      sha,
    ),
  );
  if (statuses.error?.failure.code === 'NOT_FOUND_RESOURCE') throw statuses.error;
  const runs = await tryRead(
    github.pages(
      { route: 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs', shape: checkRunsShape, ...about },
      mostPages,
    ),
  );
  if (statuses.error && runs.error) throw statuses.error;
  const ofStatuses = statuses.value?.values ?? [];
  const ofRuns = runs.value?.values ?? [];
  return {
    sha: ofStatuses[0]?.sha ?? ofRuns[0]?.check_runs[0]?.head_sha ?? sha,
    checks: [...ofStatuses.flatMap(checksOfStatus), ...ofRuns.flatMap(checksOfRuns)],
    complete: statuses.value?.complete !== false && runs.value?.complete !== false,
    notRead: [
      ...(statuses.error ? [notRead('statuses', statuses.error)] : []),
      ...(runs.error ? [notRead('check runs', runs.error)] : []),
    ],
  };
};

const checksOfStatus = ({ statuses }: CombinedStatus): readonly Check[] =>
  statuses.map(({ context, state, target_url }) => ({
    name: context,
    kind: 'status',
    state: stateOf(state),
    conclusion: state,
    url: target_url ?? null,
  }));

const checksOfRuns = ({ check_runs: runs }: CheckRuns): readonly Check[] =>
  runs.map(({ name, status, conclusion, html_url }) => ({
    name,
    kind: 'check_run',
    state: status === 'completed' ? stateOf(conclusion ?? '') : 'pending',
    conclusion: conclusion ?? status,
    url: html_url ?? null,
  }));

/** A check that was skipped or has no opinion blocks nothing. */
const passing: ReadonlySet<string> = new Set(['success', 'neutral', 'skipped']);

const stateOf = (word: string): Check['state'] => {
  if (word === 'pending') return 'pending';
  return passing.has(word) ? 'success' : 'failure';
};

/** All checks in one word. */
export const overallState = ({ checks, notRead: missing }: Checks): z.infer<typeof checksState> => {
  if (checks.some(({ state }) => state === 'failure')) return 'failure';
  if (checks.some(({ state }) => state === 'pending')) return 'pending';
  if (missing.length > 0) return 'unknown';
  return checks.length === 0 ? 'none' : 'success';
};
