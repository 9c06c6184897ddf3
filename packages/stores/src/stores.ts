import type { Admissions, Tokens } from '@recourse/engine/store-ports';
import type { Seals } from '@recourse/engine/sealing';
import type { Cells, Signals, Tasks } from '@recourse/engine/sharing';
import type { Approvals } from './ports/approvals.ts';
import type { EventLog } from './ports/event-log.ts';
import type { Intents } from './ports/intents.ts';
import type { Keys } from './ports/keys.ts';
import type { RunStore } from './ports/runs.ts';
import type { Usage } from './ports/usage.ts';

export type StoreKind = 'memory' | 'sqlite' | 'postgres';

/** All state of an installation, behind the ports of the engine and those of its operator. */
export interface Stores {
  readonly kind: StoreKind;
  readonly tokens: Tokens;
  readonly admissions: Admissions;
  /** Seals what clients carry between requests. Without an installation key, only this process opens it. */
  readonly seals: Seals;
  readonly spansMachines: boolean;
  readonly signals: Signals;
  readonly cells: Cells;
  /** Absent without an installation key: another process could not read them. */
  readonly tasks?: Tasks;
  readonly events: EventLog;
  readonly keys: Keys;
  readonly approvals: Approvals;
  readonly usage: Usage;
  readonly intents: Intents;
  /** Absent in memory: a run outlives its process. */
  readonly runs?: RunStore;
  /** Drops what has expired, in small steps, and answers how much it was. Happens by itself every minute. */
  sweep(): Promise<number>;
  close(): Promise<void>;
}
