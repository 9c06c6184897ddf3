import type { Place } from './facts.ts';

/** Something worth knowing that does not need a fix. */
export interface Note extends Place {
  readonly rule: string;
  readonly message: string;
}

/** Something that is wrong, where, and what to do about it. */
export interface Finding extends Note {
  /** The code that it is about, null if it is about a file. */
  readonly code: string | null;
  readonly hint: string;
}
