/** The figures of one outcome, for metrics. */
export interface MeasuredCall {
  /** The server, as its name says. */
  readonly server: string;
  /** The operation; undefined for a request that reached none, whose name a caller may have invented. */
  readonly operation: string | undefined;
  readonly principal: string | undefined;
  /** Absent for a success. */
  readonly code?: string;
  readonly recovery?: string;
  readonly elapsedMs: number;
  /** How many calls it stands for; more than one only for refusals under overload. */
  readonly count: number;
}

/** Takes the figures of every outcome. It must not block; what it throws is ignored. */
export type Measure = (call: MeasuredCall) => void;
