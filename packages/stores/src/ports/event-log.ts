import type { CallEvent, EventSink } from '@recourse/engine/events';

/** An event and its place in the log. Places grow; where events were swept there are gaps. */
export interface LoggedEvent extends CallEvent {
  readonly position: number;
}

export interface EventQuery {
  /** Only what came after this place: how a reader follows the log. */
  readonly after?: number;
  /** Only what happened at or after this time, in ISO 8601. */
  readonly since?: string;
  readonly code?: string;
  readonly tool?: string;
  readonly principal?: string;
  /** The most to return; defaults to 1000: the first of them with `after`, else the last. Oldest first either way. */
  readonly limit?: number;
}

/** The durable record of calls. */
export interface EventLog extends EventSink {
  read(query?: EventQuery): Promise<readonly LoggedEvent[]>;
}

export const defaultEventLimit = 1000;
