import type { CallFacts, Outcome } from '@recourse/contract';
import type { CallRequest } from '../call/call.ts';
import { heldOperation } from '../call/held-operation.ts';
import { outcomeSubject } from '../call/outcome-subject.ts';
import { isReplayed } from '../stages/replay/replayed.ts';
import { confirmToolName } from '../tool/confirm-tool.ts';

/**
 * Only known facts. The date, which one dialect writes and which is expensive to format, is computed when it is read.
 */
export const factsOf = (
  outcome: Outcome,
  request: CallRequest,
  { startedAt, answeredAt, text }: { startedAt: number; answeredAt: number; text: CallFacts['text'] },
): CallFacts => {
  const facts: { -readonly [Fact in keyof CallFacts]: CallFacts[Fact] } = new AnsweredAt(startedAt, answeredAt);
  if (text ?? request.text_only) facts.text = 'json';
  const tool = request.tool === confirmToolName ? (heldOperation(outcome) ?? request.tool) : request.tool;
  if (typeof tool === 'string') facts.tool = tool;
  const session = sessionOf(outcome, request);
  if (session !== undefined) facts.session_id = session;
  if (request.request_id !== undefined) facts.request_id = request.request_id;
  if (isReplayed(outcome)) facts.replayed = true;
  return facts;
};

/** A session of the server itself takes precedence over that of the connection. */
const sessionOf = (outcome: Outcome, request: CallRequest): string | undefined => {
  const subject = outcomeSubject(outcome);
  return subject?.type === 'session' ? subject.id : request.session_id;
};

class AnsweredAt implements CallFacts {
  readonly elapsed_ms: number;
  readonly #answeredAt: number;

  constructor(startedAt: number, answeredAt: number) {
    this.elapsed_ms = answeredAt - startedAt;
    this.#answeredAt = answeredAt;
  }

  get timestamp(): string {
    return new Date(this.#answeredAt).toISOString();
  }
}
