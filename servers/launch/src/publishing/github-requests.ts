import { GitHubError } from '@recourse/github';
import type { GitHub, GitHubRequest } from '@recourse/github';
import type { Effect } from '@recourse/contract';
import { RunError } from '@recourse/runs';
import { publishError } from './publish-failure.ts';
import { webOriginOf } from './web-origin.ts';

export interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

/** The name of a repository at this GitHub. An address elsewhere must not be mistaken for one here. */
export const repositoryAt = ({ baseUrl }: Pick<GitHub, 'baseUrl'>, url: string): RepositoryName => {
  const { origin, pathname } = new URL(url);
  const [owner, name, ...rest] = pathname.split('/').filter((part) => part !== '');
  if (origin === webOriginOf(baseUrl) && owner !== undefined && name !== undefined && rest.length === 0) {
    return { owner, repo: name.replace(/\.git$/, '') };
  }
  const message = `The server cannot publish to '${url}': it publishes only to ${webOriginOf(baseUrl)}/<owner>/<name>`;
  throw publishError({ effect: 'none', retryable: false, message });
};

/** Makes a request; its failure is COMMIT_SERVICE_ERROR. `effect` says what a failure has left, if that is known. */
export const ask = async <Value>(github: GitHub, request: GitHubRequest<Value>, effect?: Effect): Promise<Value> => {
  try {
    return (await github.request(request)).value;
  } catch (error) {
    throw toPublishError(error, effect);
  }
};

/** The same, and undefined if there is no such thing. */
export const askFor = async <Value>(github: GitHub, request: GitHubRequest<Value>): Promise<Value | undefined> => {
  try {
    return (await github.request(request)).value;
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return undefined;
    throw toPublishError(error, 'none');
  }
};

const toPublishError = (error: unknown, effect?: Effect): unknown => {
  if (!(error instanceof GitHubError)) return error;
  const { failure, status, writes } = error;
  const seconds = failure.retry_after_ms === undefined ? undefined : Math.ceil(failure.retry_after_ms / 1000);
  const said = failure.details?.['upstream_error'];
  return publishError(
    {
      status,
      upstreamCode: failure.code,
      ...(typeof said === 'string' && { upstreamError: said }),
      ...(seconds !== undefined && { retryAfterSeconds: seconds }),
      effect: effect ?? (writes ? failure.effect : 'none'),
      // A limit is also answered with 403.
      ...(failure.category === 'rate_limit' && { retryable: true }),
    },
    { cause: error },
  );
};

/** The status of the answer behind a failure of a publication. */
export const statusOf = (error: unknown): number | undefined => {
  const status = error instanceof RunError ? error.failure.details?.['http_status'] : undefined;
  return typeof status === 'number' ? status : undefined;
};
