import type { Json } from '@recourse/contract';
import type { GitHubError } from '@recourse/github';

/** GitHub's words about a refused merge, for the details of a merge code. */
export interface Said {
  readonly http_status?: number;
  readonly upstream_error?: string;
  readonly errors?: Json[];
  readonly documentation_url?: string;
  readonly upstream_request_id?: string;
}

export const saidBy = ({ failure: { details } }: GitHubError): Said => {
  const { http_status: status, upstream_error: error, errors, documentation_url: page } = details ?? {};
  const { upstream_request_id: id } = details ?? {};
  return {
    ...(typeof status === 'number' && { http_status: status }),
    ...(typeof error === 'string' && { upstream_error: error }),
    ...(Array.isArray(errors) && { errors }),
    ...(typeof page === 'string' && { documentation_url: page }),
    ...(typeof id === 'string' && { upstream_request_id: id }),
  };
};
