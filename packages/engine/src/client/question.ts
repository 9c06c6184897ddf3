import type { JsonObject } from '@recourse/contract';
import type { AskKind } from './client-use.ts';

/** A question for a client, in MCP's form, and the function that reads its answer. */
export interface Question<Kind extends AskKind = AskKind, Answer = unknown> {
  readonly kind: Kind;
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  readonly params: JsonObject;
  /** Undefined if it is not an answer to this question; it then counts as missing. */
  read(answer: unknown): Answer | undefined;
}

/** Questions under names that the handler chooses. The client sees the names. */
export type Questions<Kind extends AskKind = AskKind> = Readonly<Record<string, Question<Kind>>>;

/** The answers, under the names of their questions. */
export type AnswersTo<Asked extends Questions> = {
  readonly [Name in keyof Asked]: Asked[Name] extends Question<AskKind, infer Answer> ? Answer : never;
};
