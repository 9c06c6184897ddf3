import type { Failure } from '@recourse/contract';
import { unknownCaller } from '@recourse/engine/front-door';
import type { Server } from '@recourse/engine';
import type { Caller } from '@recourse/engine/front-door';
import type { Metrics } from '../metrics/metrics.ts';
import { forbidden, storeFailure } from './refusals.ts';

export interface MetricsOptions {
  readonly metrics: Metrics;
  /** The principals whose keys may read the metrics from elsewhere. */
  readonly principals?: readonly string[];
}

/** Decides who reads `/metrics`: callers on this machine without a key, and keys of the named principals. */
export class MetricsDoor {
  /** Whether callers on this machine need no key. */
  readonly isOpenHere: boolean;
  readonly #options: MetricsOptions;
  readonly #servers: readonly Server[];

  constructor(options: MetricsOptions, servers: readonly Server[], isOpenHere: boolean) {
    this.#options = options;
    this.#servers = servers;
    this.isOpenHere = isOpenHere;
  }

  async refuse(
    caller: Caller,
  ): Promise<{ readonly failure: Failure; readonly headers?: Readonly<Record<string, string>> } | undefined> {
    if (caller.local && caller.key === undefined) return undefined;
    const [server] = this.#servers;
    try {
      const principal = caller.key === undefined ? undefined : await server?.identify(caller);
      if (!principal) return { failure: unknownCaller(caller), headers: { 'www-authenticate': 'Bearer' } };
      if (this.#options.principals?.includes(principal.id)) return undefined;
    } catch (thrown) {
      return { failure: storeFailure(thrown) };
    }
    return {
      failure: forbidden(
        'this key is not allowed to read the metrics',
        "Ask the operator to add the key's principal to telemetry.metrics.principals.",
      ),
    };
  }

  async read({ inFlight, ready }: { readonly inFlight: number; readonly ready: () => Promise<boolean> | boolean }) {
    const storeUp = await Promise.resolve(ready()).catch(() => false);
    return this.#options.metrics.read({ inFlight, storeUp });
  }
}
