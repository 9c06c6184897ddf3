/**
 * An answer whose body has been read. It has what a `Response` is asked for here and costs a fraction of one, which
 * is made for bodies that are still to come.
 */
export class ReadResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly url = '';
  readonly #body: ArrayBuffer;

  constructor(body: ArrayBuffer, facts: Pick<Response, 'status' | 'statusText' | 'headers'>) {
    this.#body = body;
    this.status = facts.status;
    this.statusText = facts.statusText;
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

/** The part of `fetch` that is used here: an address as text, headers as an object, answers that have been read. */
export type ReadFetch = (address: string, init?: ReadInit) => Promise<ReadResponse>;

export interface ReadInit extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}
