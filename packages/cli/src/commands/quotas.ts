import type { QuotaUsage } from '@recourse/stores';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { standing, thresholdsOf } from '../quotas/thresholds.ts';
import { withState } from '../state/open-state.ts';
import type { State } from '../state/open-state.ts';
import { parseOptions, stateOptions } from '../state/state-options.ts';
import { renderDuration } from '../terminal/durations.ts';
import { table } from '../terminal/table.ts';
import { visible } from '../terminal/visible.ts';

/** Runs `recourse quotas`. */
export const run: Run = async (commandArguments, io) => {
  const { json, principal, ...choice } = parseOptions(commandArguments, {
    ...stateOptions,
    principal: { type: 'string' },
  });
  const { mostListedQuotas } = await import('@recourse/stores');
  return withState(io, choice, async (state) => {
    const quotas = await state.stores.usage.list(principal === undefined ? {} : { principal });
    if (quotas.length === mostListedQuotas)
      io.err(`recourse: Only the first ${mostListedQuotas} quotas are shown; there may be more.`);
    if (json) {
      const shown = quotas.map((usage) => ({
        ...usage,
        thresholds: thresholdsOf(usage, state.configuration) ?? null,
      }));
      io.out(JSON.stringify({ quotas: shown }, null, 2));
    } else if (quotas.length === 0) io.out('No quotas are in use.');
    else
      io.out(
        table(
          heading,
          quotas.map((usage) => rowOf(usage, state)),
          io,
        ),
      );
    return exitCodes.clean;
  });
};

const heading = ['WHO', 'WHAT', 'METRIC', 'KEY', 'CALLS', 'IN', 'LIMITS', 'STATE', 'RESETS IN'];

const rowOf = (usage: QuotaUsage, { configuration, now }: State): readonly string[] => {
  const thresholds = thresholdsOf(usage, configuration);
  const limits = Object.entries(thresholds ?? {}).map(([name, count]) => `${name} ${count}`);
  return [
    visible(usage.principal),
    visible(usage.operation),
    visible(usage.metric),
    usage.key === '' ? '-' : visible(usage.key),
    String(usage.calls),
    renderDuration(usage.windowMs),
    thresholds ? limits.join(', ') : 'set by its tool',
    thresholds ? standing(usage, thresholds) : usage.granted_until === undefined ? '-' : 'pause lifted',
    usage.resets_at === undefined ? '-' : renderDuration(usage.resets_at - now()),
  ];
};
