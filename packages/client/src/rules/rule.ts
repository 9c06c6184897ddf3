import type { Json } from '@recourse/contract';

/** How reliable the words of a rule are: a machine's own token, a number or fixed sentence, or loose words. */
export const confidences = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof confidences)[number];

/** One row of a table: what a server writes, and the code that it stands for. */
export interface Rule {
  /** A core code of the contract. */
  readonly code: string;
  /** Any of these, in any case, as whole words; `*` stands for any text on the way. */
  readonly words?: readonly string[];
  /** Any of these numbers: a status of HTTP, or a code of JSON-RPC, where the server gives one. */
  readonly status?: readonly number[];
  /** Only answers of these tools; defaults to all tools. */
  readonly tools?: readonly string[];
  readonly confidence: Confidence;
  /**
   * Fields that a whole JSON body has, in an answer that the server calls a success. Only an operator's rule has it,
   * it needs `tools`, and it never leads to a repetition.
   */
  readonly body?: Readonly<Record<string, Json>>;
}

/** Facts about one server, from an operator or a pack. */
export interface ServerRules {
  /** The names by which the server introduces itself. */
  readonly names: readonly string[];
  /** Tools that only read: they may be called again. */
  readonly reads?: readonly string[];
  /** Tools that may be called again with the same arguments without a second effect. */
  readonly idempotent?: readonly string[];
  /** Tools that are meant to be called again until something has happened. */
  readonly polls?: readonly string[];
  readonly rules: readonly Rule[];
}

/** The basis of an inferred code. */
export interface Inferred {
  readonly confidence: Confidence;
  /** The words of the server that the rule matched. */
  readonly words: string;
  /** The origin of the rule: the name of a pack, `general`, or `operator`. */
  readonly by: string;
}
