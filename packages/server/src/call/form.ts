import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import type { Answer, Question } from './question.ts';

const field = 'confirm';

/** The form that a client shows: one field without a default, so that no one consents by accident. */
export const formOf = (question: Question): ElicitRequestFormParams => ({
  mode: 'form',
  message: question.message,
  requestedSchema: {
    type: 'object',
    properties: { [field]: { type: 'boolean', title: 'Yes, do it' } },
    required: [field],
  },
});

/** Reads what the user answered. Anything but a clear yes counts as no. */
export const answerOf = (result: {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}): Answer => {
  if (result.action === 'cancel') return 'cancelled';
  return result.action === 'accept' && result.content?.[field] === true ? 'accepted' : 'declined';
};
