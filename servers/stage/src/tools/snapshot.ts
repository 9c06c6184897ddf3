import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { snapshot, snapshotTool } from '../reading/snapshot/snapshot.ts';
import { snapshotAnswer } from '../reading/snapshot/snapshot-answer.ts';
import { sessionId } from './fields.ts';
import { budgetTokens, ref } from './reading-fields.ts';
import { lookErrors, reading } from './reading.ts';
import type { Toolbox } from './toolbox.ts';

export const createSnapshot = (toolbox: Toolbox): Tool =>
  defineTool({
    name: snapshotTool,
    description:
      'Shows the controls, headings, rows and text of the active surface, each with a reference for other tools. `since` shows only what changed.',
    input: z.strictObject({
      sessionId,
      format: z.enum(['text', 'json']).default('text'),
      since: z
        .union([z.literal('last'), z.int().min(1)])
        .optional()
        .describe("'last', or the snapshot_id of an earlier snapshot: shows the difference."),
      interactiveOnly: z.boolean().default(false),
      unseenOnly: z.boolean().default(false).describe('Only elements that no earlier answer has shown.'),
      ref: ref.optional().describe('Only this element and what is in it.'),
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
