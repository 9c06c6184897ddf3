/** An abort signal that costs nothing until a handler looks at it; most never do. */
export interface LazyAbort {
  signal(): AbortSignal;
  abort(reason: Error): void;
}

export const createLazyAbort = (): LazyAbort => {
  let controller: AbortController | undefined;
  let reason: Error | undefined;
  return {
    signal: () => {
      controller ??= new AbortController();
      if (reason) controller.abort(reason);
      return controller.signal;
    },
    abort: (given) => {
      reason = given;
      controller?.abort(given);
    },
  };
};
