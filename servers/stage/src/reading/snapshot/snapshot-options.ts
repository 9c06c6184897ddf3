import type { Format } from './render-full.ts';

/** How a diff shows an element that has changed: only its changed fields, or all of it before and after. */
export const diffFormats = ['compact', 'full'] as const;
export type DiffFormat = (typeof diffFormats)[number];

/** The most entries of a snapshot unless a call says otherwise, and the most that it can ask for. */
export const defaultEntries = 2000;
export const mostEntries = 10_000;

export interface SnapshotOptions {
  readonly format?: Format | undefined;
  /** Only what has changed since an earlier snapshot of the surface: its number, or the last one. */
  readonly since?: number | 'last' | undefined;
  readonly diffFormat?: DiffFormat | undefined;
  readonly interactiveOnly?: boolean | undefined;
  /** Only the elements that the agent was not shown yet, as they are now. */
  readonly unseenOnly?: boolean | undefined;
  /** Only the element with this reference, and what is in it. */
  readonly ref?: number | undefined;
  readonly maxEntries?: number | undefined;
  readonly budgetTokens?: number | undefined;
  /** Repeated in the calls that an answer names. */
  readonly sessionId?: string | undefined;
}
