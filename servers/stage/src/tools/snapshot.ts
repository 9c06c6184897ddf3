import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { snapshotTool } from '../reading/snapshot/more-calls.ts';
import { snapshotAnswer } from '../reading/snapshot/snapshot-answer.ts';
import { defaultEntries, diffFormats, mostEntries } from '../reading/snapshot/snapshot-options.ts';
import { snapshot } from '../reading/snapshot/snapshot.ts';
import { sessionId } from './fields.ts';
import { budgetTokens, ref } from './reading-fields.ts';
import { lookErrors, reading } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

export const createSnapshot = (toolbox: Toolbox): Tool =>
  defineTool({
    name: snapshotTool,
    description:
      'Shows the controls, headings, rows and text of the active surface, each with a ref for other tools, within budgetTokens. `since` shows only the changes since the last snapshot, or since an earlier one by its snapshot_id; `ref` only the content of an element; `unseenOnly` only elements that no answer has shown yet.',
    input: z.strictObject({
      sessionId,
      format: z.enum(['text', 'json']).default('text'),
      since: z.union([z.literal('last'), z.int().min(1)]).optional(),
      diffFormat: z.enum(diffFormats).default('compact'),
      interactiveOnly: z.boolean().default(false),
      unseenOnly: z.boolean().default(false),
      ref: ref.optional(),
      maxEntries: z.int().min(1).max(mostEntries).default(defaultEntries),
      budgetTokens,
    }),
    output: snapshotAnswer,
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    codes: stageCodes,
    errors: [...lookErrors, 'REF_NOT_FOUND'],
    run: (call) =>
      reading(toolbox, call, ({ observer, surface, capturing }) =>
        snapshot(observer, surface, call.arguments, capturing),
      ),
  });
