import type { Server } from '@recourse/engine';
import type { Adapter } from '../adapter/adapter.ts';
import type { AdapterProblem } from '../adapter/problem.ts';
import { loadAdapter } from './load-adapter.ts';
import type { GoodAdapter } from './load-adapter.ts';
import { createSwappingServer } from './swapping-server.ts';
import { watchForChanges } from './watch-file.ts';
import type { WatchOptions } from './watch-file.ts';

export interface AdapterFileOptions {
  readonly loaded: GoodAdapter;
  /** As the operator knows the file. */
  readonly shown?: string;
  /** A server for one version of the file. State is its caller's matter, so that it outlives the version. */
  readonly build: (adapter: Adapter) => Server;
  /** Tells the operator, line by line. */
  readonly notify: (line: string) => void;
  readonly watch?: WatchOptions;
}

export interface AdapterFileServer {
  readonly server: Server;
  close(): Promise<void>;
}

/**
 * Serves an adapter file and looks after it. A new version that is good takes the place of the old one; one that is
 * not changes nothing, and the operator is told everything that is wrong with it.
 */
export const serveAdapterFile = ({
  loaded,
  shown = loaded.file,
  build,
  notify,
  watch,
}: AdapterFileOptions): AdapterFileServer => {
  const { file } = loaded;
  const { name } = loaded.adapter;
  const { server, swap } = createSwappingServer(build(loaded.adapter));
  let text: string | undefined = loaded.text;
  let reading = Promise.resolve();
  let closed = false;

  const keep = (why: string): void => notify(`${shown}: ${why}. The previous version is still being served.`);

  const renew = async (): Promise<void> => {
    const next = await loadAdapter(file).catch((error: Error) => error);
    if (closed) return;
    if (next instanceof Error) {
      if (text !== undefined) keep(`cannot be read: ${reasonOf(next)}`);
      text = undefined;
      return;
    }
    if (next.text === text) return;
    text = next.text;
    const { adapter } = next;
    if (!adapter) {
      keep(`cannot be served: ${count(next.problems)}`);
      for (const problem of next.problems) notify(`  ${describeProblem(shown, problem)}`);
    } else if (adapter.name === name) {
      swap(build(adapter));
      notify(`${shown}: version ${adapter.version} of '${name}' is now being served.`);
    } else {
      keep(`is now called '${adapter.name}', but the name of a served adapter cannot change`);
    }
  };

  const stop = watchForChanges(
    file,
    () => {
      reading = reading.then(renew).catch((error: Error) => keep(error.message));
    },
    watch,
  );
  return {
    server,
    close: async () => {
      closed = true;
      stop();
      await reading;
    },
  };
};

const count = (problems: readonly AdapterProblem[]): string => {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return errors === 1 ? '1 problem' : `${errors} problems`;
};

/** One line for a problem, as compilers write it. */
const describeProblem = (file: string, { line, column, code, message, suggestion }: AdapterProblem): string =>
  `${file}:${line}:${column} ${code} ${message}${suggestion === undefined ? '' : ` (${suggestion})`}`;

/** An error of the file system without its path, which has been said. */
const reasonOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : error.message;
