import { metricOf } from '../policy/index.ts';
import type { Policy } from '../policy/index.ts';
import type { Coverage } from '../profile/index.ts';
import { refuse } from '../refused.ts';
import { showText } from '../untrusted/show-text.ts';

/** Refuses a metric that the profile does not count for every file: the share would leave files out unnoticed. */
export const refuseUncounted = (policy: Policy, coverage: Coverage): void => {
  const metric = metricOf(policy, coverage);
  if (metric !== 'statements' && metric !== 'functions') return;
  const uncounted = [...coverage.files.values()].find((file) => file.lines.length > 0 && !file[metric]);
  if (!uncounted) return;
  throw refuse('OP_CONFIG_INVALID', {
    path: showText(policy.source.path ?? '.coverctl.yaml'),
    key: 'metric',
    reason: `'metric' is ${metric}, but the profile does not count the ${metric} of ${showText(uncounted.path)}`,
  });
};
