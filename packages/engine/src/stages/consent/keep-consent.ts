import type { Outcome } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { isAskedLater } from '../../client/no-client-input.ts';
import type { Plan } from '../admit/plan.ts';
import { issueToken } from './issue-token.ts';
import { allAsks } from './question.ts';
import type { ConsentSettings, Question } from './question.ts';

/**
 * Keeps the confirmation of a call whose handler has to ask the client first: the call that brings the answers needs it
 * again. An approval is found without a token.
 */
export const keepConsent = async (
  call: Call,
  outcome: Outcome,
  question: Omit<Question, 'asks'>,
  settings: ConsentSettings & { readonly plan: Plan },
): Promise<void> => {
  const { plan } = settings;
  const { decision } = plan;
  if (decision?.state !== 'admitted' || decision.confirmation === undefined || !isAskedLater(outcome)) return;
  const { client } = call.request;
  const { confirmation_token: token } = call.meta;
  if (plan.restored) {
    if (token !== undefined) client?.keepConsent?.(token);
    return;
  }
  if (!client?.keepConsent) return;
  const asks = allAsks(call, plan, decision.reservations);
  const again = await issueToken(call, settings, { ...question, asks }, false);
  if (again.state === 'asked') client.keepConsent(again.token);
};
