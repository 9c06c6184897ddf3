/** Headers, however they are kept; `Headers` of the platform fit. */
export interface HeaderSource {
  get(name: string): string | null | undefined;
}

/** What an upstream answered: the body as parsed JSON, as a text, or not at all. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: HeaderSource;
  readonly body?: unknown;
}
