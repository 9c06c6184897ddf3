import type { QuotaRule } from './quota-rule.ts';

export interface ReservationRequest {
  readonly principal: string;
  /** The operation whose calls are counted, or the scope of the rule: `scope <name>`, which is no operation's name. */
  readonly operation: string;
  /** What is counted apart; empty where all calls count together. */
  readonly key: string;
  readonly rule: QuotaRule;
}

/** How a quota stands once the call is counted in. `over` names the threshold that it has reached. */
export interface Reservation {
  readonly id: string;
  /** Calls in the window, this one included. */
  readonly current: number;
  readonly over: 'none' | 'warn' | 'pause' | 'stop';
  /** When the oldest call leaves the window. */
  readonly resets_at: number;
}

/** Counts calls within sliding windows. */
export interface Quotas {
  /** One decision, atomically: counts the call, unless a stop is reached, and says how the quota stands. */
  reserve(request: ReservationRequest): Promise<Reservation>;
  /** Takes a call out of the count again. */
  giveBack(id: string): Promise<void>;
  /** Lifts the pause for a principal until its window ends or the stop is reached. */
  grant(request: ReservationRequest): Promise<void>;
}
