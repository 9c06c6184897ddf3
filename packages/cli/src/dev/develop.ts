import path from 'node:path';
import type { Io } from '../command.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { startGeneration } from './generation.ts';
import type { Generation, StartOptions } from './generation.ts';
import { watchSources } from './watch-sources.ts';

/** Carries requests to the newest version of the server. */
export interface Relay {
  use(generation: Generation): Promise<void>;
  end(): Promise<void>;
  killAll(): void;
}

export interface Developed {
  /** Stops to watch, and ends every version in order. */
  close(): Promise<void>;
}

/** A version that keeps ending is not started again until its sources change. */
const mostRestarts = 5;
const lastGood = 'The last working version stays in use.';
const correct = 'Correct the source and save it to load it again.';

/**
 * Serves a module and starts it again when its sources change. A version that cannot be started changes nothing: its
 * error is printed, and the one before it is still served. A version that ends by itself is started again.
 */
export const develop = async (start: StartOptions, relay: Relay, io: Pick<Io, 'err'>): Promise<Developed> => {
  const { file } = start.plan;
  let closed = false;
  let wanted = 0;
  let reached = 0;
  const stop = watchSources(path.dirname(path.resolve(start.cwd, file)), () => {
    wanted += 1;
    restarts = 0;
    void renew();
  });
  let restarts = 0;
  let tools: string | undefined;
  let renewing: Promise<void> | undefined;
  let current: Generation | undefined;

  const restart = (ended: Generation): void => {
    if (closed || current !== ended) return;
    current = undefined;
    restarts += 1;
    const again = restarts <= mostRestarts;
    io.err(`recourse: The process of ${file} exited unexpectedly. ${again ? 'Starting it again.' : correct}`);
    if (!again) return;
    wanted += 1;
    void renew();
  };
  const use = async (generation: Generation): Promise<void> => {
    void generation.gone.then(() => restart(generation));
    current = generation;
    await relay.use(generation);
    tools = generation.tools;
  };
  const renewOnce = async (): Promise<void> => {
    reached = wanted;
    const next = await startGeneration(start);
    if (typeof next === 'string') {
      io.err(`recourse: ${file} cannot be served. ${current ? lastGood : correct}\n${next}`);
    } else if (closed) {
      await next.end();
    } else {
      const changed = tools !== next.tools;
      await use(next);
      io.err(`recourse: ${file} was reloaded${changed ? '; its tools have changed' : ''}.`);
    }
  };
  const renew = (): Promise<void> =>
    (renewing ??= renewOnce().finally(() => {
      renewing = undefined;
      if (!closed && reached !== wanted) void renew();
    }));

  const first = await startGeneration(start);
  if (typeof first === 'string') {
    stop();
    throw new OperatorError('MODULE_FAILED', `'${file}' cannot be served:\n${first}`);
  }
  await use(first);
  return {
    close: async () => {
      closed = true;
      stop();
      await Promise.all([relay.end(), renewing]);
    },
  };
};
