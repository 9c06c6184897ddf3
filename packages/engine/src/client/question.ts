import type { JsonObject } from '@recourse/contract';
import type { AskKind } from './client-use.ts';

/** Something that a client can be asked, as MCP writes it, and how its answer is read. */
export interface Question<Kind extends AskKind = AskKind, Answer = unknown> {
  readonly kind: Kind;
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  readonly params: JsonObject;
  /** Undefined if it is not an answer to this question; then it counts as not given. */
  read(answer: unknown): Answer | undefined;
}

/** Questions under names of the handler's choice. The names are seen by the client. */
export type Questions<Kind extends AskKind = AskKind> = Readonly<Record<string, Question<Kind>>>;

/** The answers, under the names of their questions. */
export type AnswersTo<Asked extends Questions> = {
  readonly [Name in keyof Asked]: Asked[Name] extends Question<AskKind, infer Answer> ? Answer : never;
};
