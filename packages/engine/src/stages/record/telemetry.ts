import type * as Spans from './call-span.ts';
import type * as Durations from './duration-metric.ts';

/** OpenTelemetry's API, as far as calls are told to it. */
type Telemetry = Pick<typeof Spans, 'isTracing' | 'startCallSpan' | 'runInSpan' | 'endCallSpan'> &
  Pick<typeof Durations, 'isMeasuring' | 'measureDuration'>;

/** Where the API keeps what is registered with it, for every copy of it in the process. */
const registered = Symbol.for('opentelemetry.js.api.1');

let loaded: Telemetry | undefined;
let loading: Promise<void> | undefined;

/** What to tell calls to, once it is loaded. */
export const telemetry = (): Telemetry | undefined => loaded;

/**
 * Loads the API when it is needed: without a registered SDK, nothing would read its spans. Returns undefined if there
 * is nothing to wait for.
 */
export const loadTelemetry = (): Promise<void> | undefined =>
  loaded || !(registered in globalThis) ? undefined : (loading ??= load());

const load = async (): Promise<void> => {
  const { isTracing, startCallSpan, runInSpan, endCallSpan } = await import('./call-span.ts');
  const { isMeasuring, measureDuration } = await import('./duration-metric.ts');
  loaded = { isTracing, startCallSpan, runInSpan, endCallSpan, isMeasuring, measureDuration };
};
