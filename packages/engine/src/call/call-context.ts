import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call } from './call.ts';

let storage: AsyncLocalStorage<Call> | undefined;
let keepers = 0;

/**
 * Starts to track which call a piece of code belongs to, until the returned function is called. Front doors turn
 * it on while they are open, to attribute errors that a handler leaves behind. It costs every promise of the process a
 * little, so a library without a door does not, and the last door to close turns it off.
 */
export const keepCallContext = (): (() => void) => {
  storage ??= new AsyncLocalStorage();
  keepers += 1;
  let isKept = true;
  return () => {
    if (!isKept) return;
    isKept = false;
    keepers -= 1;
    if (keepers > 0) return;
    storage?.disable();
    storage = undefined;
  };
};

/** Runs a handler, or a part of it, as code of its call. */
export const inCall = <Value>(call: Call, run: () => Value): Value => (storage ? storage.run(call, run) : run());

/** The call that the running code belongs to, if it is known. */
export const currentCall = (): Call | undefined => storage?.getStore();
