/** An answer for requests, instead of that of the server. */
export interface Stub {
  readonly id: string;
  readonly urls: readonly string[];
  readonly method: string | undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The request fails as if there were no network. */
  readonly abort: boolean;
  readonly delayMs: number;
  /** How many requests it still answers. */
  left: number;
  answered: number;
  /** Sends each delayed request on to the server, by the id of the request. */
  readonly held: Map<string, () => Promise<unknown>>;
}

/** A request that the browser holds. */
export interface PausedRequest {
  readonly requestId: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  };
}

interface Header {
  readonly name: string;
  readonly value: string;
}

/** The headers of a stubbed response. Without those of CORS, a page could not read a stub of another origin. */
export const responseHeaders = ({ headers }: Pick<Stub, 'headers'>, { request }: PausedRequest): readonly Header[] => {
  const given = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const origin = headerOf(request.headers, 'origin');
  if (origin === undefined || headerOf(headers, 'access-control-allow-origin') !== undefined) return given;
  return [
    ...given,
    { name: 'access-control-allow-origin', value: origin },
    { name: 'access-control-allow-credentials', value: 'true' },
  ];
};

/** The headers that allow the request after a preflight; undefined for any other request. */
export const preflightHeaders = ({ request: { method, headers } }: PausedRequest): readonly Header[] | undefined => {
  const asked = headerOf(headers, 'access-control-request-method');
  if (method !== 'OPTIONS' || asked === undefined) return undefined;
  return [
    { name: 'access-control-allow-origin', value: headerOf(headers, 'origin') ?? '*' },
    { name: 'access-control-allow-credentials', value: 'true' },
    { name: 'access-control-allow-methods', value: asked },
    { name: 'access-control-allow-headers', value: headerOf(headers, 'access-control-request-headers') ?? '*' },
  ];
};

const headerOf = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
