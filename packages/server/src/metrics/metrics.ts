import type { Measure } from '@recourse/engine/events';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createRecoveries } from './recoveries.ts';
import { createSeriesBound } from './series-bound.ts';

/** The state of the process at the moment of a scrape. */
interface Standing {
  readonly inFlight: number;
  readonly storeUp: boolean;
}

/** The figures of all servers of one process. */
export interface Metrics {
  /** For `record.measure` of every server. */
  readonly measure: Measure;
  read(standing: Standing): Promise<{ readonly text: string; readonly contentType: string }>;
}

/** The buckets of `mcp.server.operation.duration`, and finer ones: most calls take less than its first. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/**
 * Builds the metrics. Labels are names that servers declare: their own, their operations' and those of codes. A name
 * that a caller sent is never a label, and beyond a bound new names are counted as `other`.
 */
export const buildMetrics = (): Metrics => {
  const registry = new Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  const calls = new Counter({
    name: 'recourse_calls_total',
    help: 'Calls that have ended, and requests that were refused.',
    labelNames: ['server', 'operation', 'result'] as const,
    registers,
  });
  const failures = new Counter({
    name: 'recourse_failures_total',
    help: 'Calls and requests that failed, by code and by what the caller should do.',
    labelNames: ['server', 'operation', 'code', 'recovery'] as const,
    registers,
  });
  const recoveries = new Counter({
    name: 'recourse_recoveries_total',
    help: "Calls that succeeded after the caller's previous call to the same operation failed with this code.",
    labelNames: ['server', 'operation', 'code'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'recourse_call_duration_seconds',
    help: 'The duration of calls, regardless of their outcome.',
    labelNames: ['server', 'operation'] as const,
    buckets,
    registers,
  });
  const inFlight = new Gauge({ name: 'recourse_calls_in_flight', help: 'Calls that are running now.', registers });
  const storeUp = new Gauge({ name: 'recourse_store_up', help: '1 if the store answers, otherwise 0.', registers });
  const recovering = createRecoveries();
  const bounded = createSeriesBound();
  return {
    measure: ({ server, operation: named, principal, code, recovery = 'none', elapsedMs, count }) => {
      const operation = named === undefined ? 'none' : bounded('operation', named);
      calls.inc({ server, operation, result: code === undefined ? 'ok' : 'failed' }, count);
      if (named !== undefined) durations.observe({ server, operation }, elapsedMs / 1000);
      const label = code === undefined ? undefined : bounded('code', code);
      if (label !== undefined) failures.inc({ server, operation, code: label, recovery }, count);
      if (named === undefined || principal === undefined) return;
      const recovered = recovering(JSON.stringify([server, operation, principal]), label);
      if (recovered !== undefined) recoveries.inc({ server, operation, code: recovered });
    },
    read: async (standing) => {
      inFlight.set(standing.inFlight);
      storeUp.set(standing.storeUp ? 1 : 0);
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
};
