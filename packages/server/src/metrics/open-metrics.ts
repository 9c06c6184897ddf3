import type { Metrics } from './metrics.ts';

/** Creates the metrics of one process. The library is loaded here, so that a server without metrics never does. */
export const createMetrics = async (): Promise<Metrics> => {
  const { buildMetrics } = await import('./metrics.ts');
  return buildMetrics();
};
