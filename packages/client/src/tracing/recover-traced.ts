import type { CallOptions } from '../calling/episode.ts';
import { recover } from '../calling/recover.ts';
import type { Recovered } from '../calling/recovered.ts';
import type { Settings } from '../calling/settings.ts';
import type { Wire } from '../calling/wire.ts';
import type { ToolRequest } from '../strategies/strategy.ts';
import type { CallSpans } from './call-spans.ts';

export type TracedOptions = CallOptions;

/** Where OpenTelemetry's API keeps what is registered with it, for every copy of it in the process. */
const registered = Symbol.for('opentelemetry.js.api.1');

let loading: Promise<CallSpans | undefined> | undefined;

/**
 * `recover`, told to OpenTelemetry where an SDK is registered with its API. Where none is, nothing is loaded, and a call
 * costs what it costs.
 */
export const recoverTraced = (
  request: ToolRequest,
  wire: Wire,
  settings: Settings,
  options: TracedOptions = {},
): Promise<Recovered> => {
  if (!(registered in globalThis)) return recover(request, wire, settings, options);
  loading ??= load();
  return loading.then(
    (spans) => spans?.recover(request, wire, settings, options) ?? recover(request, wire, settings, options),
  );
};

/**
 * The API is whatever copy the program has; one that hides it goes without spans. It is named here, inside of `try`,
 * because bundlers then let it be missing.
 */
const load = async (): Promise<CallSpans | undefined> => {
  try {
    const api = await import('@opentelemetry/api');
    const { CallSpans } = await import('./call-spans.ts');
    return new CallSpans(api);
  } catch {
    return undefined;
  }
};
