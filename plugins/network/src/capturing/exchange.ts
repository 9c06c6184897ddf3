/** One request and its response, as DevTools reported them. */
export interface Exchange {
  readonly number: number;
  readonly method: string;
  readonly url: string;
  readonly resourceType: string;
  readonly startedAt: string;
  readonly startedSeconds: number;
  readonly requestHeaders: Headers;
  readonly requestBody: string | undefined;
  state: 'pending' | 'finished' | 'failed';
  status?: number;
  mimeType?: string;
  responseHeaders?: Headers;
  responseBody?: string;
  isBodyCut?: boolean;
  durationMs?: number;
  failure?: string;
}

type Headers = Readonly<Record<string, string>>;

/** The parts of DevTools events that a capture reads. */
export interface RequestSent {
  readonly requestId: string;
  readonly type?: string;
  readonly timestamp: number;
  readonly wallTime: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly urlFragment?: string;
    readonly headers: Headers;
    readonly postData?: string;
  };
  readonly redirectResponse?: Response;
}

export interface Response {
  readonly status: number;
  readonly mimeType: string;
  readonly headers: Headers;
}
