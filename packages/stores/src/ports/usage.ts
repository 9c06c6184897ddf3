/** The used part of one quota of a principal. The limit is not stored: the tool or the operator defines it. */
export interface QuotaUsage {
  readonly principal: string;
  readonly operation: string;
  readonly metric: string;
  /** Calls are counted separately by this key; empty if all calls count together. */
  readonly key: string;
  readonly windowMs: number;
  /** Calls in the window, those that run included. */
  readonly calls: number;
  /** When the oldest of them leaves the window; absent if there is none. */
  readonly resets_at?: number;
  /** Until when a confirmed pause is lifted; absent if none is. */
  readonly granted_until?: number;
}

export interface UsageQuery {
  readonly principal?: string;
}

/** Shows operators the current usage of quotas. */
export interface Usage {
  /** Quotas with calls in their window or a pause that is lifted, by principal; at most a thousand. */
  list(query?: UsageQuery): Promise<readonly QuotaUsage[]>;
}

export const mostListedQuotas = 1000;
