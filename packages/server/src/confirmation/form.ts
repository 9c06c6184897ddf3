import type { ClientCapabilities, ElicitRequestFormParams } from '@modelcontextprotocol/server';
import type { Answer, Question } from './question.ts';

const field = 'confirm';

/** The dialogue that a client shows: one field, with no default, so that nobody says yes by mere haste. */
export const formOf = (question: Question): ElicitRequestFormParams => ({
  mode: 'form',
  message: question.message,
  requestedSchema: {
    type: 'object',
    properties: { [field]: { type: 'boolean', title: 'Yes, do it' } },
    required: [field],
  },
});

/** What the user answered. Everything that is not a clear yes is none. */
export const answerOf = (result: {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}): Answer => {
  if (result.action === 'cancel') return 'cancelled';
  return result.action === 'accept' && result.content?.[field] === true ? 'accepted' : 'declined';
};

/** Whether a client can show a form. One that names no mode has the mode that was there first. */
export const canAsk = (capabilities: Pick<ClientCapabilities, 'elicitation'> | undefined): boolean => {
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
};
