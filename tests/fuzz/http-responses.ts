/** One response as it came over the wire. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** False for a stream that has begun and continues. */
  readonly whole: boolean;
}

const headEnd = Buffer.from('\r\n\r\n');
const lineEnd = Buffer.from('\r\n');

/** Parses responses from bytes, one after the other, wherever the chunks break. Throws if they are not HTTP. */
export class HttpResponses {
  #bytes = Buffer.alloc(0);

  push(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
  }

  get rest(): Buffer {
    return this.#bytes;
  }

  /** The next response to a request of this method; nothing while it does not exist yet. */
  next(method: string | undefined): HttpResponse | undefined {
    const end = this.#bytes.indexOf(headEnd);
    if (end === -1) return undefined;
    const { status, headers } = readHead(this.#bytes.subarray(0, end).toString('latin1'));
    const from = end + headEnd.length;
    if (status < 200) {
      this.#bytes = this.#bytes.subarray(from);
      return this.next(method);
    }
    const found = method === 'HEAD' || status === 204 || status === 304 ? none(from) : this.#body(headers, from);
    const endless = method === 'GET' && headers.get('content-type') === 'text/event-stream';
    if (!found.whole) return endless ? { status, headers, ...found } : undefined;
    this.#bytes = this.#bytes.subarray(found.to);
    return { status, headers, ...found };
  }

  #body(headers: ReadonlyMap<string, string>, from: number): Found {
    if (headers.get('transfer-encoding') === 'chunked') return this.#chunks(from);
    const length = headers.get('content-length');
    if (length === undefined) throw new Error('A response does not say how long it is');
    const to = from + Number(length);
    return { body: this.#bytes.subarray(from, to), to, whole: this.#bytes.length >= to };
  }

  #chunks(from: number): Found {
    const parts: Buffer[] = [];
    for (let at = from; ;) {
      const end = this.#bytes.indexOf(lineEnd, at);
      if (end === -1) return { body: Buffer.concat(parts), to: at, whole: false };
      const size = this.#bytes.subarray(at, end).toString('latin1');
      if (!/^[0-9a-f]+$/iu.test(size)) throw new Error(`A chunk of a response has the size '${size.slice(0, 50)}'`);
      const start = end + lineEnd.length;
      const to = start + Number.parseInt(size, 16) + lineEnd.length;
      if (this.#bytes.length < to) return { body: Buffer.concat(parts), to: at, whole: false };
      parts.push(this.#bytes.subarray(start, to - lineEnd.length));
      at = to;
      if (to - start === lineEnd.length) return { body: Buffer.concat(parts), to, whole: true };
    }
  }
}

interface Found {
  readonly body: Buffer;
  /** Where the response ends. */
  readonly to: number;
  readonly whole: boolean;
}

const none = (to: number): Found => ({ body: Buffer.alloc(0), to, whole: true });

const readHead = (head: string): Pick<HttpResponse, 'status' | 'headers'> => {
  const [first = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /u.exec(first)?.[1];
  if (status === undefined) throw new Error(`This is no response: ${first.slice(0, 100)}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:\s]+):\s*(.*)$/u.exec(line) ?? [];
    if (name === '') throw new Error(`This is no header: ${line.slice(0, 100)}`);
    headers.set(name.toLowerCase(), value);
  }
  return { status: Number(status), headers };
};
