import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call } from './call.ts';

let storage: AsyncLocalStorage<Call> | undefined;

/**
 * Remembers from now on which call a piece of code belongs to. Front doors turn it on, to attribute errors that a
 * handler leaves behind; it costs every promise of the process a little, so a library without a door does not.
 */
export const keepCallContext = (): void => {
  storage ??= new AsyncLocalStorage();
};

/** Runs a handler, or a part of it, as code of its call. */
export const inCall = <Value>(call: Call, run: () => Value): Value => (storage ? storage.run(call, run) : run());

/** The call that the running code belongs to, if it is known. */
export const currentCall = (): Call | undefined => storage?.getStore();
