import { fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';

/** Starts the process that counts effects. `events` emits `begun`, `effect` and `ended` with the intent and process. */
export const startLedger = async () => {
  const child = fork(path.join(import.meta.dirname, 'ledger.mjs'), { execArgv: [] });
  const [{ port }] = await once(child, 'message');
  const url = `http://127.0.0.1:${port}`;
  const events = new EventEmitter().setMaxListeners(0);
  child.on('message', (message) => events.emit(message.what, message));
  return {
    url,
    events,
    about: async (intent) => (await fetch(`${url}/intents?${new URLSearchParams({ intent })}`)).json(),
    close: () => child.kill(),
  };
};
