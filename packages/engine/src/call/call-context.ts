import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call } from './call.ts';

let storage: AsyncLocalStorage<Call> | undefined;
let isWatching = false;
/** The only call whose handler was started since the watch began; `several` once there was another. */
let only: Call | 'several' | undefined;

/** Notes from now on whose handlers run. Front doors turn it on, to attribute errors that a handler leaves behind. */
export const watchCalls = (): void => {
  isWatching = true;
};

/** Runs a handler, or a part of it, as code of its call. */
export const inCall = <Value>(call: Call, run: () => Value): Value => {
  if (storage) return storage.run(call, run);
  if (isWatching && only !== 'several' && only !== call) only = only ? 'several' : call;
  return run();
};

/**
 * The call that left an error behind, if it is known. From the first such error on, the process knows the call of each
 * piece of code. Before it, the call is known only if there was no other: to follow calls costs every promise of the
 * process, which makes a call over stdio almost twice as expensive, and most servers never need it.
 */
export const callOfStrayError = (): Call | undefined => {
  if (storage) return storage.getStore();
  const call = only === 'several' ? undefined : only;
  storage = new AsyncLocalStorage();
  only = undefined;
  return call;
};
