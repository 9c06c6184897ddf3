/** How a request to a language model can fail. */
export type ModelErrorKind = keyof typeof kinds;

interface KindFacts {
  /** Whether the same endpoint is asked again. */
  readonly retryable: boolean;
  /** Whether the fallback endpoint is asked. */
  readonly fallsBack: boolean;
  /** Whether it counts against the endpoint in the circuit breaker. */
  readonly counts: boolean;
  readonly summary: string;
}

const transient = { retryable: true, fallsBack: true, counts: true };
const final = { retryable: false, fallsBack: false, counts: false };

const kinds = {
  connection: { ...transient, summary: 'the endpoint could not be reached' },
  timeout: { ...transient, summary: 'the endpoint did not respond in time' },
  unavailable: { ...transient, summary: 'the endpoint returned a server error' },
  rate_limited: { ...final, retryable: true, summary: 'the endpoint is limiting the rate of requests' },
  circuit_open: {
    ...final,
    fallsBack: true,
    summary: 'requests to the endpoint are paused, because too many have failed',
  },
  rejected: { ...final, summary: 'the endpoint rejected the request' },
  invalid_response: { ...final, summary: 'the response of the endpoint is not a chat completion' },
  too_large: { ...final, summary: 'the response of the endpoint is too large' },
  endpoint_not_allowed: { ...final, summary: 'the operator does not allow this endpoint' },
  key_not_allowed: { ...final, summary: 'the operator does not allow this key for this endpoint' },
  key_missing: { ...final, summary: 'the environment variable named in api_key_env is not set' },
} satisfies Record<string, KindFacts>;

/** A request to a language model that brought no answer. Its message holds nothing that the endpoint said. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly kind: ModelErrorKind;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly retryable: boolean;

  constructor(
    kind: ModelErrorKind,
    {
      status,
      retryAfterMs,
      retryable,
    }: { readonly status?: number; readonly retryAfterMs?: number; readonly retryable?: boolean } = {},
  ) {
    super(status === undefined ? kinds[kind].summary : `${kinds[kind].summary} (HTTP ${status})`);
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.retryable = retryable ?? kinds[kind].retryable;
  }

  get fallsBack(): boolean {
    return kinds[this.kind].fallsBack;
  }

  get counts(): boolean {
    return kinds[this.kind].counts;
  }
}
