import type { JsonObject } from '@recourse/contract';
import { defaultBudget, mostBudget } from './fit.ts';
import type { Omitted } from './snapshot-answer.ts';
import { defaultEntries, mostEntries } from './snapshot-options.ts';
import type { SnapshotOptions } from './snapshot-options.ts';

/** The name of the tool, which answers name when there is more to show. */
export const snapshotTool = 'electron_snapshot';

/** The call that shows the elements that were left out of a snapshot. */
export const moreUnseen = (options: SnapshotOptions): Omitted['more'] => {
  const { ref, budgetTokens = defaultBudget, maxEntries = defaultEntries } = options;
  return {
    tool: snapshotTool,
    arguments: {
      unseenOnly: true,
      ...repeated(options),
      ...(ref !== undefined && { ref }),
      ...(maxEntries !== defaultEntries && { maxEntries }),
      ...(budgetTokens !== defaultBudget && { budgetTokens }),
    },
    why: 'Shows the omitted elements.',
  };
};

/** The call that shows a whole difference, with room for four times as much. */
export const moreOfDiff = (options: SnapshotOptions, since: number): Omitted['more'] => {
  const { diffFormat, budgetTokens = defaultBudget, maxEntries = defaultEntries } = options;
  return {
    tool: snapshotTool,
    arguments: {
      since,
      ...repeated(options),
      ...(diffFormat === 'full' && { diffFormat }),
      ...(maxEntries !== defaultEntries && { maxEntries: Math.min(mostEntries, 4 * maxEntries) }),
      budgetTokens: Math.min(mostBudget, 4 * budgetTokens),
    },
    why: 'Shows the full diff.',
  };
};

const repeated = ({ sessionId, format, interactiveOnly }: SnapshotOptions): JsonObject => ({
  ...(sessionId !== undefined && { sessionId }),
  ...(format === 'json' && { format }),
  ...(interactiveOnly && { interactiveOnly }),
});
