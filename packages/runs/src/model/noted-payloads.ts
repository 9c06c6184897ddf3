/** The events that workers add to the record themselves, with their payloads. They change nothing about the run. */
export interface NotedPayloads {
  /** A request to a language model is about to be sent. */
  readonly LLM_CALL_STARTED: {
    /** Differs for each request, repetitions included. */
    readonly call_id: string;
    readonly model: string;
    readonly provider_base_url: string;
    readonly prompt_hash: string;
    readonly temperature: number;
    readonly max_tokens: number;
  };
  readonly LLM_CALL_FINISHED: {
    readonly call_id: string;
    readonly latency_ms: number;
    readonly token_usage: {
      readonly input_tokens: number;
      readonly output_tokens: number;
      readonly total_tokens: number;
    };
    readonly finish_reason: 'stop' | 'length' | 'tool_calls' | 'error';
    readonly output_hash: string;
  };
  readonly LLM_CALL_FAILED: {
    readonly call_id: string;
    readonly latency_ms: number;
    readonly error_class: string;
    readonly error_summary: string;
    readonly retryable: boolean;
    readonly http_status?: number;
  };
}
