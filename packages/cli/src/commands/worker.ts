import { once } from 'node:events';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { stopSignal } from '../events/stop-signal.ts';
import { parseArguments } from '../parse-arguments.ts';
import { loadPipelines } from '../runs/load-pipelines.ts';
import { onlyName, stateOptions } from '../state/state-options.ts';
import { toOperatorError } from '../errors/to-operator-error.ts';
import { inMemory } from '../state/open-state.ts';

const mostRuns = 1000;

/** Runs `recourse worker`. */
export const run: Run = async (commandArguments, io) => {
  const { json: _, ...shared } = stateOptions;
  const { values, positionals } = parseArguments(commandArguments, { ...shared, concurrency: { type: 'string' } });
  const named = onlyName(positionals, 'module with pipelines');
  const concurrency = values.concurrency === undefined ? undefined : countOf(values.concurrency);
  const pipelines = await loadPipelines(named, io);
  const { openConfiguredStores } = await import('@recourse/stores/configured');
  const { createEmbeddedExecutor, createRuns } = await import('@recourse/runs');
  const { config, store } = values;
  const { stores } = await openConfiguredStores({
    cwd: io.cwd,
    environment: io.environment,
    ...(config !== undefined && { configurationFile: config }),
    ...(store !== undefined && { store }),
  });
  const { signal, release } = stopSignal(io);
  try {
    if (!stores.runs) throw inMemory();
    const onError = (error: unknown, id: string | undefined): void => {
      const message = toOperatorError(error)?.message ?? (error instanceof Error ? error.message : String(error));
      io.err(`recourse: ${id === undefined ? '' : `Run ${id}: `}${message}`);
    };
    const executor = createEmbeddedExecutor({ store: stores.runs, onError, ...(concurrency && { concurrency }) });
    const runs = createRuns({ stores, pipelines, executor });
    await runs.work();
    io.err(`Working on runs of ${pipelines.map(({ name }) => name).join(', ')}. Stop with Ctrl-C.`);
    if (!signal.aborted) await once(signal, 'abort');
    await runs.close();
    return exitCodes.clean;
  } finally {
    release();
    await stores.close();
  }
};

const countOf = (text: string): number => {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > mostRuns) throw new UsageError(`--concurrency must be a number from 1 to ${mostRuns}.`);
  return count;
};
