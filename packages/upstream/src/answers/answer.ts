/** Headers, however they are kept; `Headers` of the platform fit. */
export interface HeaderSource {
  get(name: string): string | null | undefined;
}

/** The answer of an upstream. The body is parsed JSON, or a string, or absent. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: HeaderSource;
  readonly body?: unknown;
}
