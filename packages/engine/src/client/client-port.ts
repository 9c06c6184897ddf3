import type { Json } from '@recourse/contract';
import type { LogLevel } from './client-use.ts';
import type { Question, Questions } from './question.ts';

/** The connection back to the client of a call. A front door provides it if there is one. */
export interface ClientPort {
  /** Whether the client has declared support for this question. */
  can(question: Pick<Question, 'kind' | 'params'>): boolean;
  /** The client's answers by the names of the questions; an unanswered question has no entry. */
  ask(questions: Questions, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Present if a client is asked between two calls instead of during one: receives the open questions and what
   * was answered so far. The call ends; its handler runs again, from its beginning, when the answers are there.
   */
  askLater?(questions: Questions, answered: Readonly<Record<string, unknown>>): void;
  /** Takes the token of a consent that was given to a call that asks later: the call that brings the answers has it. */
  keepConsent?(token: string): void;
  /** Never throws: log lines are optional. */
  log(level: LogLevel, data: Json): void;
}
