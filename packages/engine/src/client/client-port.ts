import type { Json } from '@recourse/contract';
import type { LogLevel } from './client-use.ts';
import type { Question, Questions } from './question.ts';

/** The line back to the client of a call. A front door gives it along if there is one. */
export interface ClientPort {
  /** Whether the client has declared that it can be asked this. */
  can(question: Pick<Question, 'kind' | 'params'>): boolean;
  /** The client's answers by the names of the questions; an unanswered question has no entry. */
  ask(questions: Questions, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>;
  /**
   * There where a client is asked between two calls and not during one: takes what is still to be asked, and what
   * was answered so far. The call ends; its handler runs again, from its beginning, when the answers are there.
   */
  askLater?(questions: Questions, answered: Readonly<Record<string, unknown>>): void;
  /** Takes the token of a consent that was given to a call that asks later: the call that brings the answers has it. */
  keepConsent?(token: string): void;
  /** Never throws: a log line is a courtesy. */
  log(level: LogLevel, data: Json): void;
}
