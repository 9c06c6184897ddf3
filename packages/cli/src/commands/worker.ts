import { once } from 'node:events';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { stopSignal } from '../events/stop-signal.ts';
import { parseArguments } from '../parse-arguments.ts';
import { createExecutor } from '../runs/create-executor.ts';
import { loadPipelines } from '../runs/load-pipelines.ts';
import { concurrencyOf, executorOf, telemetryOf } from '../runs/worker-options.ts';
import { onlyName, stateOptions } from '../state/state-options.ts';
import { toOperatorError } from '../errors/to-operator-error.ts';
import { inMemory } from '../state/open-state.ts';

/** Runs `recourse worker`. */
export const run: Run = async (commandArguments, io) => {
  const { json: _, ...shared } = stateOptions;
  const { values, positionals } = parseArguments(commandArguments, { ...shared, ...workerOptions });
  const named = onlyName(positionals, 'module with pipelines');
  const concurrency = values.concurrency === undefined ? undefined : concurrencyOf(values.concurrency);
  const executorName = executorOf(values.executor);
  const telemetry = values.telemetry === undefined ? undefined : telemetryOf(values.telemetry, io);
  const pipelines = await loadPipelines(named, io);
  const { locateStores } = await import('@recourse/stores/configured');
  const { openStores } = await import('@recourse/stores');
  const { createRuns } = await import('@recourse/runs');
  const { config, store } = values;
  const { settings } = await locateStores({
    cwd: io.cwd,
    environment: io.environment,
    ...(config !== undefined && { configurationFile: config }),
    ...(store !== undefined && { store }),
  });
  if (settings.kind === 'memory') throw inMemory();
  const stores = await openStores(settings, io.environment);
  const { signal, release } = stopSignal(io);
  try {
    if (!stores.runs) throw inMemory();
    const onError = (error: unknown, id: string | undefined): void => {
      const message = toOperatorError(error)?.message ?? (error instanceof Error ? error.message : String(error));
      io.err(`recourse: ${id === undefined ? '' : `Run ${id}: `}${message}`);
    };
    const executor = await createExecutor(
      executorName,
      { store: stores.runs, onError, ...(concurrency !== undefined && { concurrency }) },
      settings.kind === 'postgres' ? settings.url : undefined,
    );
    const runs = createRuns({ stores, pipelines, executor, ...(telemetry && { telemetry }) });
    await runs.work();
    io.err(`Working on runs of ${pipelines.map(({ name }) => name).join(', ')}. Press Ctrl-C to stop.`);
    if (!signal.aborted) await once(signal, 'abort');
    await runs.close();
    return exitCodes.clean;
  } finally {
    release();
    await stores.close();
  }
};

const workerOptions = {
  concurrency: { type: 'string' },
  executor: { type: 'string', default: 'embedded' },
  telemetry: { type: 'string' },
} as const;
