import type { RunConfig } from '../config/run-config.ts';

/** The branch of a run. No other run writes to it. */
export const branchOf = (run_id: string, { product_slug }: Pick<RunConfig, 'product_slug'>): string =>
  `launch/${run_id}/${product_slug}`;
