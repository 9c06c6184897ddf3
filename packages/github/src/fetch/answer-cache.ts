/** An answer that can be shown again when GitHub says that it has not changed. */
export interface KeptAnswer {
  readonly etag: string;
  readonly headers: Headers;
  readonly body: ArrayBuffer;
}

export interface AnswerCacheBounds {
  readonly entries: number;
  readonly bytes: number;
}

/** The answers used last, within bounds of number and size. One that would take more than a quarter is not kept. */
export class AnswerCache {
  readonly #bounds: AnswerCacheBounds;
  readonly #kept = new Map<string, KeptAnswer>();
  #bytes = 0;

  constructor(bounds: AnswerCacheBounds) {
    this.#bounds = bounds;
  }

  get(key: string): KeptAnswer | undefined {
    const found = this.#kept.get(key);
    if (!found) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found;
  }

  set(key: string, answer: KeptAnswer): void {
    this.delete(key);
    if (answer.body.byteLength > this.#bounds.bytes / 4) return;
    this.#kept.set(key, answer);
    this.#bytes += answer.body.byteLength;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#bounds.entries && this.#bytes <= this.#bounds.bytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#kept.get(key)?.body.byteLength ?? 0;
    this.#kept.delete(key);
  }

  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#kept.size, bytes: this.#bytes };
  }
}
