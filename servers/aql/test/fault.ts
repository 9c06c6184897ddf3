import { gzipSync } from 'node:zlib';

/** One request as it arrived. `target` is taken from its first line, byte for byte. */
export interface ArrivedRequest {
  readonly method: string;
  readonly target: string;
  /** Names and values in turn, in their order and spelling. */
  readonly rawHeaders: readonly string[];
  /** By name in lower case; several values are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** How far an answer comes before the connection is cut, or that it never ends. */
export type Ending = 'whole' | 'before_headers' | 'after_headers' | 'half_body' | 'endless';

/** One answer: any status, header and body, whole or not. */
export interface Fault {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent as they are. */
  readonly body?: string | Buffer;
  readonly ending?: Ending;
  /** Nothing is sent before. */
  readonly after?: Promise<unknown>;
}

/** An answer, or what makes one of a request. */
export type Answer = Fault | ((request: ArrivedRequest) => Fault);

const jsonType = { 'content-type': 'application/json' } as const;

/** JSON, with any status and header. */
export const json = (status: number, value: unknown, headers: Fault['headers'] = {}): Fault => ({
  status,
  headers: { ...jsonType, ...headers },
  body: JSON.stringify(value),
});

/** A body of any type: the page of a proxy, JSON under another type, or something else declared as JSON. */
export const text = (status: number, body: string | Buffer, contentType = 'text/plain'): Fault => ({
  status,
  headers: { 'content-type': contentType },
  body,
});

/** The page that a proxy shows. */
export const page = (status: number): Fault =>
  text(status, '<!DOCTYPE html><html><body><h1>Oops</h1></body></html>', 'text/html; charset=utf-8');

/** JSON behind a byte order mark. */
export const marked = (value: unknown): Fault => text(200, `\uFEFF${JSON.stringify(value)}`, jsonType['content-type']);

/** A body that is declared as JSON but is not valid JSON. */
export const brokenJson = (status = 200): Fault => text(status, '{"message": "half of a', jsonType['content-type']);

/** JSON with bytes that are not valid UTF-8. */
export const brokenText = (): Fault =>
  text(
    200,
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]),
    jsonType['content-type'],
  );

export const redirect = (location: string, status = 302): Fault => ({ status, headers: { location }, body: '' });

/** Few bytes on the wire that are many when they are unpacked. */
export const gzipBomb = (megabytes: number): Fault => {
  const one = gzipSync(Buffer.alloc(1024 * 1024, ' '));
  const body = Buffer.concat(Array.from({ length: megabytes }, () => one));
  return { headers: { ...jsonType, 'content-encoding': 'gzip' }, body };
};

/** A well-formed answer, compressed. */
export const gzipped = (value: unknown, status = 200): Fault => ({
  status,
  headers: { ...jsonType, 'content-encoding': 'gzip' },
  body: gzipSync(JSON.stringify(value)),
});

/** The connection is cut on the way. */
export const cut = (
  ending: Exclude<Ending, 'whole' | 'endless'>,
  body = '{"message":"never to be seen as a whole"}',
): Fault => ({
  headers: jsonType,
  body,
  ending,
});

/** A body that continues until the caller has enough. */
export const endless = (status = 200): Fault => ({
  status,
  headers: jsonType,
  body: ' '.repeat(16_384),
  ending: 'endless',
});

/** A resource with a version: 304 if the caller has it already, 412 if the caller would overwrite another version. */
export const versioned =
  (value: unknown, etag: string): Answer =>
  ({ headers }) => {
    if (headers['if-none-match'] === etag) return { status: 304, headers: { etag } };
    const expected = headers['if-match'];
    if (expected !== undefined && expected !== etag) return json(412, { message: 'Changed' }, { etag });
    return json(200, value, { etag });
  };
