import type { NodeIdentity } from '../observe/element.ts';

/** Why a reference names no element any more. */
export type LossReason = 'removed' | 'replaced' | 'reloaded' | 'changed' | 'never_seen' | 'other_surface';

/** The number by which an agent names an element. Numbers are never given twice within a session. */
export interface Reference {
  readonly ref: number;
  readonly surfaceId: string;
  readonly identity: NodeIdentity;
  /** The element as it was last shown. If it has changed, the reference is refused. */
  readonly shown: ShownElement;
}

/** An element as the agent was shown it. */
export interface ShownElement {
  readonly role: string;
  readonly name: string;
  readonly context: string | undefined;
  readonly ancestors: readonly string[];
  readonly position: number;
}
