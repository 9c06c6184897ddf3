import { createRegistry } from '@recourse/contract';
import type { Effect } from '@recourse/contract';
import { launchCodes } from '@recourse/contract/registries';
import { RunError } from '@recourse/runs';

/** Creates failures of a publication. */
export const { fail } = createRegistry(launchCodes);

interface Refusal {
  /** Absent if there was no answer. */
  readonly status?: number | undefined;
  readonly upstreamCode?: string | undefined;
  readonly upstreamError?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly effect: Effect;
  /** Overrides what the status says. */
  readonly retryable?: boolean;
  readonly message?: string;
}

/** COMMIT_SERVICE_ERROR: worth a repetition if the service was busy, broken or silent; not if it refused. */
export const publishError = (refusal: Refusal, options?: ErrorOptions): RunError => {
  const { status, upstreamCode, upstreamError, retryAfterSeconds, effect, message } = refusal;
  const retryable = refusal.retryable ?? isTransient(status);
  const isDenied = status === 401 || status === 403;
  return new RunError(
    fail(
      'COMMIT_SERVICE_ERROR',
      {
        ...(status !== undefined && { http_status: status }),
        ...(upstreamCode !== undefined && { upstream_code: upstreamCode }),
        ...(upstreamError !== undefined && { upstream_error: upstreamError }),
        ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
      },
      {
        effect,
        retryable,
        ...(message !== undefined && { message }),
        ...(!retryable && {
          recovery: isDenied ? 'authorize' : 'report',
          hint: isDenied
            ? "Ask the operator to give the server a token with write access to the site's repository."
            : 'Do not repeat the call; report the failure to the operator of the server.',
        }),
      },
    ),
    options,
  );
};

const isTransient = (status: number | undefined): boolean => status === undefined || status === 429 || status >= 500;
