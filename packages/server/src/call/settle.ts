import type { Outcome } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import type { CallRequest } from '@recourse/engine/front-door';
import type { Incoming, Round } from './incoming.ts';
import type { Asked } from './outgoing.ts';
import { questionOf } from './question.ts';
import { settleByDialogue } from './settle-by-dialogue.ts';

/**
 * Settles an outcome that needs the client: a confirmation, or questions of the handler. An outcome that needs nothing,
 * or whose client cannot be asked, comes back as it is and at once.
 */
export const settle = (
  server: Server,
  request: CallRequest,
  outcome: Outcome,
  incoming: Incoming,
): Promise<Outcome | Asked> | Outcome => {
  const round = incoming.line?.round;
  return round?.client.later || round?.client.refused
    ? settleRound(server, request, outcome, incoming, round)
    : settleConfirmation(server, request, outcome, incoming);
};

const settleConfirmation = (
  server: Server,
  request: CallRequest,
  outcome: Outcome,
  { confirming }: Incoming,
): Promise<Outcome | Asked> | Outcome => {
  const question = confirming && questionOf(outcome, request);
  if (!question) return outcome;
  if (confirming !== 'input_required') return settleByDialogue(server, request, question, confirming);
  // The SDK is loaded only now: most calls need no question.
  return import('./settle-by-result.ts').then(({ settleByResult }) => settleByResult(server, request, question));
};

const settleRound = async (
  server: Server,
  request: CallRequest,
  outcome: Outcome,
  incoming: Incoming,
  { client }: Round,
): Promise<Outcome | Asked> => {
  const { settleHandler } = await import('./settle-by-result.ts');
  return settleHandler(server, request, outcome, client) ?? settleConfirmation(server, request, outcome, incoming);
};
