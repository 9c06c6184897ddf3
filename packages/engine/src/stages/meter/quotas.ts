import type { QuotaRule } from './quota-rule.ts';

export interface ReservationRequest {
  readonly principal: string;
  /** The operation whose calls are counted, or the scope of the rule: `scope <name>`, which no operation is called. */
  readonly operation: string;
  /** The value that is counted separately; empty if all calls count together. */
  readonly key: string;
  readonly rule: QuotaRule;
}

/** The state of a quota with the call counted in. */
export interface Standing {
  /** Calls in the window, this one included unless it was stopped. */
  readonly current: number;
  /** The highest threshold that the call is over. */
  readonly over: 'none' | 'warn' | 'pause' | 'stop';
  /** When the oldest call leaves the window. */
  readonly resets_at: number;
}

/** A call that was counted. Its id takes it out of the count again. */
export interface Reservation extends Standing {
  readonly id: string;
}
