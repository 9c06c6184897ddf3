import { createNoopMeter, metrics } from '@opentelemetry/api';
import type { Histogram, MeterProvider } from '@opentelemetry/api';
import type { Outcome } from '@recourse/contract';
import { quietly } from '@recourse/contract/quietly';
import { callAttributes } from './call-span.ts';
import type { RecordedCall } from './recorded-call.ts';

/** The buckets that MCP's conventions advise, in seconds. */
const boundaries = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

let madeBy: MeterProvider | undefined;
let histogram: Histogram | undefined;

/** Made again when an SDK is registered: an instrument that was made before stays silent forever. */
const durations = (): Histogram | undefined => {
  const provider = metrics.getMeterProvider();
  if (provider === madeBy) return histogram;
  madeBy = provider;
  const meter = provider.getMeter('@recourse/engine');
  histogram =
    meter === createNoopMeter()
      ? undefined
      : meter.createHistogram('mcp.server.operation.duration', {
          description: 'The duration of tool calls, regardless of their outcome.',
          unit: 's',
          advice: { explicitBucketBoundaries: boundaries },
        });
  return histogram;
};

/** True once an SDK that reads metrics is registered. */
export const isMeasuring = (): boolean => quietly(durations) !== undefined;

/** Adds one call to `mcp.server.operation.duration`. */
export const measureDuration = (call: RecordedCall, outcome: Outcome, elapsedMs: number): void => {
  quietly(() =>
    durations()?.record(elapsedMs / 1000, {
      ...callAttributes(call),
      // A name that no tool has is left out: callers could invent any number of time series.
      ...(call.state.operation !== undefined && { 'gen_ai.tool.name': call.tool }),
      ...(!outcome.ok && { 'error.type': outcome.code }),
    }),
  );
};
