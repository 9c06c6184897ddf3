/** The part of a handler's call that requests and failures need. */
export interface Asked {
  readonly arguments: object;
  readonly correlation_id: string;
  readonly signal: AbortSignal;
  readonly timeLeft: () => number;
  /** Absent while the facts of a question are read: only a call that runs carries warnings. */
  readonly warn?: (code: 'RATE_LIMIT_QUOTA_WARNING', details: LowLimit) => void;
}

/** Details of the warning that a limit of GitHub is nearly used up. */
interface LowLimit {
  readonly metric: string;
  readonly current: number;
  readonly warn_threshold: number;
  readonly hard_stop_threshold: number;
}
