import type { Effect } from '@recourse/contract';

/** The description of an exception, with secrets masked and sizes bounded. It is in the log and nowhere else. */
export interface LoggedCause {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: LoggedCause;
}

/** One line for one outcome. `error` is an internal fault, `warn` any other failure. */
export interface LogLine {
  readonly ts: string;
  readonly level: 'info' | 'warn' | 'error';
  readonly event: 'tool_call' | 'late_result' | 'possible_duplicate' | 'stray_error';
  readonly tool: string;
  readonly operation?: string;
  readonly principal?: string;
  readonly ok: boolean;
  readonly code?: string;
  readonly effect?: Effect;
  readonly message?: string;
  readonly elapsed_ms: number;
  readonly correlation_id: string;
  /** The id that the caller was shown, where it is another: that of a stored or an upstream's failure. */
  readonly answered_correlation_id?: string;
  readonly trace_id: string;
  readonly span_id: string;
  readonly cause?: LoggedCause;
}

/** Where log lines go. It must not block; what it throws is ignored. */
export interface Logger {
  log(line: LogLine): void;
}
