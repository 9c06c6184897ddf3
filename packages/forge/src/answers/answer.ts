/** The answer of a handler. Strings and buffers are sent unchanged, everything else as JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const ok = (body: unknown, headers?: Readonly<Record<string, string>>): Answer =>
  headers ? { status: 200, body, headers } : { status: 200, body };

export const created = (body: unknown, location?: string): Answer =>
  location ? { status: 201, body, headers: { location } } : { status: 201, body };

export const noContent: Answer = { status: 204, body: undefined };

export const text = (body: string | Buffer, contentType: string): Answer => ({
  status: 200,
  body,
  headers: { 'content-type': contentType },
});
