import type { Readable } from 'node:stream';

/** The addresses of the debuggers of an app, as far as they are known. */
export interface Addresses {
  readonly devtools?: string | undefined;
  readonly inspector?: string | undefined;
}

export type ReadAddresses = () => Promise<Addresses>;

const devtoolsLine = /^DevTools listening on (ws:\/\/127\.0\.0\.1:\d+\/\S+)$/mu;
const inspectorLine = /^Debugger listening on (ws:\/\/127\.0\.0\.1:\d+\/\S+)$/mu;

const longestLine = 10_000;

/** Reads the addresses of the debuggers from the output of an app. */
export const printedAddresses = (stderr: Readable | null): ReadAddresses => {
  let text = '';
  let found: Addresses = {};
  const take = (chunk: string): void => {
    text += chunk;
    const lines = text.slice(0, text.lastIndexOf('\n') + 1);
    found = {
      devtools: found.devtools ?? devtoolsLine.exec(lines)?.[1],
      inspector: found.inspector ?? inspectorLine.exec(lines)?.[1],
    };
    text = text.slice(lines.length).slice(-longestLine);
    // The browser's debugger is the last to listen.
    if (found.devtools !== undefined) stderr?.off('data', take);
  };
  stderr?.on('data', take);
  return () => Promise.resolve(found);
};
