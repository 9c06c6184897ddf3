/** A limit that a setting of the run's configuration sets. BUDGET_EXCEEDED names the setting, in its unit. */
export interface SetLimit {
  readonly limit: number;
  /** The place of the setting, such as `budgets.max_runtime_s`. */
  readonly setting: string;
  /** How much of the budget one unit of the setting is: 1000 if it counts seconds of `runtime_ms`. Defaults to 1. */
  readonly unit?: number;
}

/** Limits of a run. A budget that is absent has no limit. */
export interface Budgets {
  /** Time in operations, in milliseconds. Time in which the run waits for a person does not count. */
  readonly runtime_ms?: number | SetLimit;
  /** Work items that were started. */
  readonly steps?: number | SetLimit;
  readonly file_writes?: number | SetLimit;
  readonly external_calls?: number | SetLimit;
  /** Requests to language models, each repetition included. */
  readonly llm_calls?: number | SetLimit;
  /** Tokens of prompts and answers. */
  readonly llm_tokens?: number | SetLimit;
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
