import { fail } from '@recourse/contract';
import type { Failure, Json, JsonObject, Outcome } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import type { CallRequest, ConsentSource } from '@recourse/engine/front-door';
import { refuse } from './refuse.ts';

/** The question that a user has to answer before a call is made. */
export interface Question {
  readonly token: string;
  readonly operation: string;
  readonly message: string;
  readonly expiresAt: number;
}

/** How a user's dialogue ended. Only `accepted` lets the call be made. */
export type Answer = 'accepted' | 'declined' | 'cancelled' | 'unanswered';

/** Reads the question in an outcome; undefined if it has none, or if the caller's user cannot answer it. */
export const questionOf = (outcome: Outcome, request: CallRequest): Question | undefined => {
  if (outcome.ok || outcome.recovery !== 'confirm' || !isQuestion(outcome)) return undefined;
  const details = outcome.details ?? {};
  const { confirmation_token: token, expires_at: expiresAt } = details;
  if (typeof token !== 'string' || typeof expiresAt !== 'string') return undefined;
  const operation = textOf(details['operation']) ?? String(request.tool);
  return { token, operation, message: messageOf(outcome, operation, details), expiresAt: Date.parse(expiresAt) };
};

const isQuestion = ({ code }: Failure): boolean =>
  code === 'CONFIRMATION_REQUIRED' || code === 'RATE_LIMIT_QUOTA_PAUSE';

/** Words the question for the user; the hint of the failure is for the agent. */
const messageOf = ({ code }: Failure, operation: string, details: JsonObject): string => {
  if (code === 'RATE_LIMIT_QUOTA_PAUSE') {
    const [metric, current, pause] = ['metric', 'current', 'pause_threshold'].map((key) => show(details[key]));
    return `${metric} is ${current}; calls are paused above ${pause}. Continue with '${operation}'?`;
  }
  const question = textOf(details['confirmation_message']) ?? `Allow '${operation}'?`;
  const reasons = Array.isArray(details['reasons']) ? details['reasons'].map(show) : [];
  return [question, ...reasons].join('\n');
};

const show = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value));

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The same call with the user's consent. */
export const confirmed = (request: CallRequest, token: string, source: ConsentSource = 'client'): CallRequest => ({
  ...request,
  meta: { ...request.meta, confirmation_token: token, consent_source: source },
});

const reasons: Readonly<Record<Exclude<Answer, 'accepted'>, string>> = {
  declined: 'the user said no',
  cancelled: 'the user closed the dialogue',
  unanswered: 'the dialogue could not be shown',
};

/** Ends a call whose user did not consent. It does not reach the pipeline again, so it is recorded here. */
export const deny = (
  server: Server,
  request: CallRequest,
  operation: string,
  answer: Exclude<Answer, 'accepted'>,
): Failure => {
  const decision = { operation, reason: reasons[answer], decided_at: new Date(server.now()).toISOString() };
  return refuse(server, request, fail('CONFIRMATION_DENIED', decision));
};
