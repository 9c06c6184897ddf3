import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import { cleanText } from './reading/limits.ts';
import { longestQuestionMs } from './strategies/question-time.ts';
import type { Question } from './strategies/strategy.ts';

const field = 'confirm';

/**
 * Answers the dialogues by which servers of the contract ask for a confirmation, in a session and as `input_required`,
 * with the same callback that confirms tokens: `client.setRequestHandler('elicitation/create',
 * answerElicitation(ask))`. Every other dialogue is declined, because a yes does not answer it.
 */
export const answerElicitation =
  (confirm: (question: Question) => boolean | Promise<boolean>, now: () => number = Date.now) =>
  async ({ params }: Pick<ElicitRequest, 'params'>): Promise<ElicitResult> => {
    if (!asksForYes(params)) return { action: 'decline' };
    const [message = '', ...reasons] = params.message.split('\n').slice(0, 11);
    const question = {
      message: cleanText(message, 500),
      reasons: reasons.map((reason) => cleanText(reason, 300)),
      expiresAt: now() + longestQuestionMs,
    };
    const yes: unknown = await confirm(question);
    return { action: 'accept', content: { [field]: yes === true } };
  };

/** The form has one field, which is the yes. */
const asksForYes = (params: ElicitRequest['params']): boolean => {
  if (!('requestedSchema' in params)) return false;
  const { properties } = params.requestedSchema;
  const [name, ...others] = Object.keys(properties);
  const asked = properties[field];
  return name === field && others.length === 0 && asked?.type === 'boolean';
};
