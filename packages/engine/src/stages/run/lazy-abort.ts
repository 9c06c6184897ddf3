/** An abort signal that costs nothing until a handler looks at it; most never do. */
export class LazyAbort {
  #controller: AbortController | undefined;
  #reason: Error | undefined;

  signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  abort(reason: Error): void {
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}
