import type { GitHubError } from '@recourse/github';

/** GitHub's words about a refused merge, for the details of a merge code. */
export interface Said {
  readonly http_status?: number;
  readonly upstream_error?: string;
  readonly upstream_request_id?: string;
}

export const saidBy = ({ failure: { details } }: GitHubError): Said => {
  const { http_status: status, upstream_error: error, upstream_request_id: id } = details ?? {};
  return {
    ...(typeof status === 'number' && { http_status: status }),
    ...(typeof error === 'string' && { upstream_error: error }),
    ...(typeof id === 'string' && { upstream_request_id: id }),
  };
};
