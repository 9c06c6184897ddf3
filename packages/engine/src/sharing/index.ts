export type { Cell, CellChange, Cells } from './cells.ts';
export { createMemoryCells } from './memory-cells.ts';
export { createMemorySignals } from './memory-signals.ts';
export { createMemoryTasks, drawTaskId } from './memory-tasks.ts';
export { SignalListeners, sendable } from './signal-listeners.ts';
export { longestSignal } from './signals.ts';
export type { SignalListener, Signals } from './signals.ts';
export type { NewTask, StoredTask, TaskChange, Tasks, TaskScope } from './tasks.ts';
