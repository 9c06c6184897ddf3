/** Limits of a run. A budget that is absent has no limit. */
export interface Budgets {
  /** Time in operations, in milliseconds. Time in which the run waits for a person does not count. */
  readonly runtime_ms?: number;
  /** Work items that were started. */
  readonly steps?: number;
  readonly file_writes?: number;
  readonly external_calls?: number;
  /** Requests to language models, each repetition included. */
  readonly llm_calls?: number;
  /** Tokens of prompts and answers. */
  readonly llm_tokens?: number;
}

/** The amounts that a run has used. */
export interface Spent {
  readonly runtime_ms: number;
  readonly steps: number;
  readonly file_writes: number;
  readonly external_calls: number;
  /** Absent in a run that has asked no language model. */
  readonly llm_calls?: number;
  readonly llm_tokens?: number;
}

export type Countable = 'file_writes' | 'external_calls' | 'llm_calls' | 'llm_tokens';
