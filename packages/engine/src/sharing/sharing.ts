import { createOwnSeals } from '../sealing/seals.ts';
import type { Seals } from '../sealing/seals.ts';
import type { Cells } from './cells.ts';
import { createMemoryCells } from './memory-cells.ts';
import { createMemorySignals } from './memory-signals.ts';
import { createMemoryTasks } from './memory-tasks.ts';
import type { Signals } from './signals.ts';
import type { Tasks } from './tasks.ts';

/** The ports that the processes of one installation share, in addition to those of calls. */
export interface Sharing {
  /** Seals what clients carry from one request to the next, to whichever process receives it. */
  readonly seals: Seals;
  /** Keeps small values that every process reads and changes. */
  readonly cells: Cells;
  /** Reaches the other processes, and with them their clients. */
  readonly signals: Signals;
  /**
   * Whether processes on several machines share the store. Then any process may get any request, and nothing may live in
   * one process alone.
   */
  readonly spansMachines: boolean;
  /** Keeps tasks, for every process. Absent in a store that has no key to seal them with. */
  readonly tasks?: Tasks | undefined;
}

/** Completes what a store provides with what one process can do alone. A store without tasks stays without. */
export const sharingOf = (given: Partial<Sharing> | undefined, now: () => number): Sharing => ({
  cells: given?.cells ?? createMemoryCells(now),
  seals: given?.seals ?? createOwnSeals(),
  spansMachines: given?.spansMachines ?? false,
  signals: given?.signals ?? createMemorySignals(),
  tasks: given?.signals ? given.tasks : (given?.tasks ?? createMemoryTasks(now)),
});
