import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { defaultPolicy } from '../sessions/dialogs.ts';
import type { DialogPolicy } from '../sessions/dialogs.ts';
import { answering } from './answering.ts';
import { sessionId } from './fields.ts';
import type { Toolbox } from './toolbox.ts';

const action = z.enum(['accept', 'dismiss']);
const perType = z.strictObject({
  alert: action.optional(),
  confirm: action.optional(),
  prompt: action.optional(),
  beforeunload: action.optional(),
});

export const createDialogHandler = ({ sessions }: Toolbox): Tool =>
  defineTool({
    name: 'electron_dialog_handler',
    description:
      'Sets how alert, confirm, prompt and beforeunload dialogs are answered, and lists those that were. Without action and perType it only lists. Dialogs are dismissed unless set; beforeunload is accepted.',
    input: z.strictObject({
      sessionId,
      action: action.optional(),
      perType: perType.optional(),
      promptText: z.string().max(10_000).optional().describe('The answer to prompts that are accepted.'),
      oneShot: z.boolean().default(false).describe('Answer only the next dialog in this way.'),
      since: z.int().min(0).default(0).describe('Only dialogs with a higher number.'),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: z.object({
      policy: z.object({ action, perType, promptText: z.string().optional(), oneShot: z.boolean() }),
      entries: z.array(
        z.object({
          number: z.int(),
          surface_id: z.string(),
          type: z.string(),
          message: z.string(),
          action,
          at: z.string(),
        }),
      ),
      count: z.int(),
      overflowed: z.int(),
    }),
    operation: 'dialog',
    danger: 'reversible',
    idempotent: true,
    codes: stageCodes,
    errors: ['NOT_RUNNING', 'SESSION_AMBIGUOUS'],
    run: (call) =>
      answering(call, () => {
        const { sessionId: id, action: wanted, perType: types, promptText, oneShot, since, limit } = call.arguments;
        const { dialogs } = sessions.find(id);
        if (wanted !== undefined || types !== undefined) {
          const policy: DialogPolicy = {
            action: wanted ?? defaultPolicy.action,
            perType: { ...(wanted === undefined && defaultPolicy.perType), ...types } as DialogPolicy['perType'],
            ...(promptText !== undefined && { promptText }),
            oneShot,
          };
          dialogs.policy = policy;
        }
        const entries = dialogs.after(since);
        const { policy } = dialogs;
        return Promise.resolve({
          policy: { ...policy, perType: { ...policy.perType } },
          entries: entries.slice(-limit).map((entry) => ({ ...entry })),
          count: entries.length,
          overflowed: dialogs.dropped,
        });
      }),
  });
