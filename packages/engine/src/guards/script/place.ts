import type { ScriptNode } from './node.ts';

/** What the code may not do, in words for the caller; `name` where it is a name. */
export interface Hit {
  readonly construct: string;
  readonly name?: string;
}

/** A node, and where it stands. */
export interface Place {
  readonly node: ScriptNode;
  /** The field of the parent that it stands in. */
  readonly field: string;
  readonly parent: ScriptNode | undefined;
  /** The parent of the parent. */
  readonly above: ScriptNode | undefined;
  /** In the code of a class, `this` is never the global object. */
  readonly inClass: boolean;
}
