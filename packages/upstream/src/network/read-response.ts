/** An answer whose body has been read: the part of `Response` that clients here use, at a fraction of its cost. */
export class ReadResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly url = '';
  readonly #body: ArrayBuffer;

  constructor(body: ArrayBuffer, facts: Pick<Response, 'status' | 'headers'>) {
    this.#body = body;
    this.status = facts.status;
    this.headers = facts.headers;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#body);
  }

  text(): Promise<string> {
    return Promise.resolve(new TextDecoder().decode(this.#body));
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown;
  }
}

/** A smaller `fetch`: the address is text, headers are an object, and the body of the answer has been read. */
export type ReadFetch = (address: string, init?: ReadInit) => Promise<ReadResponse>;

/** A request of a `ReadFetch`, with limits of its own if given. */
export interface ReadInit extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}
