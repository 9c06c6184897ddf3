/** How much of a quota somebody has used. What the quota allows is not stored: that its tool or the operator says. */
export interface QuotaUsage {
  readonly principal: string;
  readonly operation: string;
  readonly metric: string;
  /** What is counted apart; empty where all calls count together. */
  readonly key: string;
  readonly windowMs: number;
  /** Calls in the window, those that run included. */
  readonly calls: number;
  /** When the oldest of them leaves the window; absent where there is none. */
  readonly resets_at?: number;
  /** Until when a confirmed pause is lifted; absent where none is. */
  readonly granted_until?: number;
}

export interface UsageQuery {
  readonly principal?: string;
}

/** Where an operator sees how quotas stand. */
export interface Usage {
  /** Quotas with calls in their window or a pause that is lifted, by principal; at most a thousand. */
  list(query?: UsageQuery): Promise<readonly QuotaUsage[]>;
}

export const mostListedQuotas = 1000;
